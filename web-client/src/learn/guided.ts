/** Which room the guide speaks in: the one that was opened to learn, on this browser. */
import { recall, remember } from '../ui/remember.ts';

export const isGuided = (room: string): boolean => recall('guided') === room;
export const guide = (room: string): void => remember('guided', room);
