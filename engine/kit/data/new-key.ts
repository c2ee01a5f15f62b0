/** A key for `Idempotency-Key`: one per intention, so that a second send of the same is no second deed. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
