export { default as reasons } from '../messages/en.ts';
export { default as screens } from '../../screens/messages/en.ts';
export { default as table } from '../../table/messages/en.ts';
export { default as ui } from '../../ui/messages/en.ts';
