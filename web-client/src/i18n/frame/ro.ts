export { default as reasons } from '../messages/ro.ts';
export { default as screens } from '../../screens/messages/ro.ts';
export { default as table } from '../../table/messages/ro.ts';
export { default as ui } from '../../ui/messages/ro.ts';
