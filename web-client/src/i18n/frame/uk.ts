export { default as reasons } from '../messages/uk.ts';
export { default as screens } from '../../screens/messages/uk.ts';
export { default as table } from '../../table/messages/uk.ts';
export { default as ui } from '../../ui/messages/uk.ts';
