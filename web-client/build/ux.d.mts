export function missing(root: string): string[];
export function stale(root: string, text: string): string[];
export function unknown(root: string): string[];
