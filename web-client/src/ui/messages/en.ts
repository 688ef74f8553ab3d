/** English: texts of the shared parts. */

export default {
  busy: 'Waiting for the server',
  close: 'Close',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  ok: 'OK',
};
