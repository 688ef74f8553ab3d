/** The seed of a deal that is known by its number: the number in hexadecimal, filled up to the 64 digits of a seed. */
export function seedOf(deal: number): string {
  const whole = Number.isFinite(deal) ? Math.min(999_999, Math.max(1, Math.trunc(deal))) : 1;
  return whole.toString(16).padStart(64, '0');
}
