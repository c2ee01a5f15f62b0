/** Labels in a printer's own language, one after the other and otherwise as they came. */
export async function* joinRaw(labels: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const label of labels) {
    yield label;
    // A label ends with its line, so that the next one's first command begins one.
    if (label.at(-1) !== 0x0a) yield Buffer.from('\n');
  }
}
