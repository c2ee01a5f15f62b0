export interface LegacySheet {
  readonly name: string;
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/**
 * A workbook as Excel 97 to 2003 saved it (.xls): BIFF8 records in an OLE2 container, after Microsoft's [MS-XLS] and
 * [MS-CFB]. `encrypted` marks it as protected by a password.
 */
export function legacyWorkbook(sheets: readonly LegacySheet[], encrypted = false): Buffer {
  const texts = [...new Set(sheets.flatMap(({ rows }) => rows.flat()).filter((cell) => typeof cell === 'string'))];
  const bodies = sheets.map(({ rows }) =>
    Buffer.concat([
      record(0x809, u16(0x600, 0x10, 0, 0), u32(0, 0)),
      ...rows.flatMap((row, at) => row.flatMap((cell, column) => cellRecord(at, column, cell, texts))),
      record(0x0a),
    ]),
  );
  const strings = record(0xfc, u32(texts.length, texts.length), ...texts.map(longText));
  const globals = (positions: readonly number[]) =>
    Buffer.concat([
      record(0x809, u16(0x600, 0x05, 0, 0), u32(0, 0)),
      ...(encrypted ? [record(0x2f, u16(1, 1, 1))] : []),
      ...sheets.map(({ name }, at) => record(0x85, u32(positions[at] ?? 0), u16(0), shortText(name))),
      strings,
      record(0x0a),
    ]);
  let place = globals([]).length;
  const positions = bodies.map((body) => {
    place += body.length;
    return place - body.length;
  });
  return container(Buffer.concat([globals(positions), ...bodies]));
}

const u16 = (...values: number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);

function record(id: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u16(id, body.length), body]);
}

const longText = (text: string): Buffer =>
  Buffer.concat([u16(text.length), Buffer.from([1]), Buffer.from(text, 'utf16le')]);
const shortText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([text.length, 1]), Buffer.from(text, 'utf16le')]);

function cellRecord(row: number, column: number, cell: string | number | null, texts: readonly string[]): Buffer[] {
  if (cell === null) return [];
  if (typeof cell === 'string') return [record(0xfd, u16(row, column, 0), u32(texts.indexOf(cell)))];
  return [record(0x203, u16(row, column, 0), Buffer.from(Float64Array.of(cell).buffer))];
}

const sector = 512;
const [endOfChain, fatSector, unused] = [0xfffffffe, 0xfffffffd, 0xffffffff];

/** One stream in an OLE2 container: header, allocation table, directory, stream. */
function container(stream: Buffer): Buffer {
  // A shorter stream would have to lie in the container's second, small-sector table.
  const size = Math.max(4_096, Math.ceil(stream.length / sector) * sector);
  const count = size / sector;
  const header = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(16),
    u16(0x3e, 3, 0xfffe, 9, 6, 0, 0, 0),
    u32(0, 1, 1, 0, 4_096, endOfChain, 0, endOfChain, 0, 0),
    u32(...Array.from({ length: 108 }, () => unused)),
  ]);
  const chain = Array.from({ length: count }, (_, at) => (at === count - 1 ? endOfChain : at + 3));
  const table = [fatSector, endOfChain, ...chain];
  if (table.length > sector / 4) throw new Error('too large for one allocation table');
  const filled = u32(...table, ...Array.from({ length: sector / 4 - table.length }, () => unused));
  const directory = Buffer.concat([
    entry('Root Entry', 5, endOfChain, 0, 1),
    entry('Workbook', 2, 2, size, unused),
    Buffer.alloc(256),
  ]);
  return Buffer.concat([header, filled, directory, stream, Buffer.alloc(size - stream.length)]);
}

function entry(name: string, type: number, start: number, size: number, child: number): Buffer {
  const own = Buffer.alloc(128);
  own.write(name, 'utf16le');
  own.writeUInt16LE((name.length + 1) * 2, 64);
  own[66] = type;
  own[67] = 1;
  u32(unused, unused, child).copy(own, 68);
  u32(start, size).copy(own, 116);
  return own;
}
