/** The tracking numbers of a scanned bar code: the code itself, and numbers embedded in carriers' longer codes. */
export function numbersIn(text: string): string[] {
  const code = text.toUpperCase().replace(/[^0-9A-Z]/g, '');
  if (code === '') return [];
  const found = [code];
  // FedEx Ground prints 34 digits, of which the last twelve are the number.
  if (/^96\d{32}$/.test(code)) found.push(code.slice(-12));
  // The postal service puts the destination before the number: 420, five or nine digits.
  if (/^420\d{5}9\d{19,25}$/.test(code)) found.push(code.slice(8));
  if (/^420\d{9}9\d{19,25}$/.test(code)) found.push(code.slice(12));
  return found;
}
