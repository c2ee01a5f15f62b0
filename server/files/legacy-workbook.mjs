import { readXls } from 'hucre';

const container = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The first record of a BIFF8 workbook: its globals. */
const globals = Buffer.from('0908100000060500', 'hex');
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');
const [filePass, writeProtect] = [0x2f, 0x86];

/**
 * Whether a file is an OLE2 container: a workbook of Excel 97 to 2003 (.xls), or one that a password encrypts.
 * @param {Uint8Array} bytes
 */
export const isLegacyWorkbook = (bytes) => container.equals(bytes.subarray(0, container.length));

/**
 * The sheets of an .xls file, as `hucre` reads those of an .xlsx file. An error has the code `import.protected` where
 * a password is needed.
 * @param {Buffer} bytes
 */
export async function readLegacyWorkbook(bytes) {
  if (isEncrypted(bytes)) throw Object.assign(new Error('a password is needed'), { code: 'import.protected' });
  const { sheets } = await readXls(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  // Rows without cells are holes.
  return sheets.map((sheet) => ({ ...sheet, rows: Array.from(sheet.rows, (row) => row ?? []) }));
}

/** The reader would take encrypted records for cells. */
function isEncrypted(bytes) {
  if (bytes.includes(encryptedPackage)) return true;
  const start = bytes.indexOf(globals);
  if (start < 0) return false;
  let at = start + 4 + bytes.readUInt16LE(start + 2);
  while (at + 4 <= bytes.length && bytes.readUInt16LE(at) === writeProtect) at += 4 + bytes.readUInt16LE(at + 2);
  return at + 2 <= bytes.length && bytes.readUInt16LE(at) === filePass;
}
