export { default as reasons } from '../messages/tr.ts';
export { default as screens } from '../../screens/messages/tr.ts';
export { default as table } from '../../table/messages/tr.ts';
export { default as ui } from '../../ui/messages/tr.ts';
