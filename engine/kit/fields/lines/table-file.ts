import { createEncodingDetector } from '../../../core/index.ts';

/** The first two bytes of a workbook: an archive or, of Excel 97 to 2003, an OLE2 container. */
const workbookMarks: readonly string[] = ['80 75', '208 207'];

/**
 * What a chosen file is by its content: the rows of a workbook, or a text in the encoding that it is written in. Null:
 * neither. Throws where a workbook cannot be read.
 */
export async function readTableFile(file: Blob): Promise<{ rows: string[][] } | { text: string } | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (workbookMarks.includes(`${bytes[0]} ${bytes[1]}`)) {
    const { readWorkbook } = await import('./read-workbook.ts');
    return { rows: await readWorkbook(bytes) };
  }
  const detector = createEncodingDetector();
  detector.add(bytes);
  const encoding = detector.encoding();
  return encoding && { text: new TextDecoder(encoding).decode(bytes) };
}
