/**
 * What a framed page may do. It keeps its own origin, or its sign-in could not remember anybody; a page of this very host
 * does not, because it could then lift its own sandbox.
 */
export function sandboxFor(url: string): string {
  const may = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-downloads'];
  return (new URL(url).host === location.host ? may : [...may, 'allow-same-origin']).join(' ');
}
