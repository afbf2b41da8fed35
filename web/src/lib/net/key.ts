/** A new secret to send something under, so that it may be sent twice: 24 letters.
 *  `crypto.randomUUID` is not there on a page that came without TLS, as within one's own network. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes));
}
