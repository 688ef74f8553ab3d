export { default as reasons } from '../messages/de.ts';
export { default as screens } from '../../screens/messages/de.ts';
export { default as table } from '../../table/messages/de.ts';
export { default as ui } from '../../ui/messages/de.ts';
