/** The text cut to `most` wide characters (two narrow ones are as wide as one) with an ellipsis. */
export function truncateByWidth(text: string, maxWidth: number): string {
  let width = 0;
  let cut = '';
  for (const letter of text) {
    width += letter.codePointAt(0)! > 0x2e7f ? 1 : 0.5;
    if (width > maxWidth) return `${cut.trimEnd()}…`;
    cut += letter;
  }
  return text;
}
