import {
  PDFContext,
  PDFHexString,
  PDFName,
  PDFObjectCopier,
  PDFRef,
  type PDFDocument,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';

/** An entry of the outline: where it leads, and what it is called. */
interface Entry {
  readonly page: PDFRef;
  readonly title: string;
}

/** What a page of a label has no use for, and what could lead from one page to all others or run something. */
const unwanted = [
  ...['Annots', 'AA', 'B', 'Dur', 'Metadata', 'PieceInfo', 'PressSteps', 'SeparationInfo', 'StructParents'],
  ...['Tabs', 'TemplateInstantiated', 'Thumb', 'Trans', 'VP', 'Beads', 'ID', 'LastModified'],
].map((name) => PDFName.of(name));

/**
 * Writes a PDF object by object: what has been written is forgotten but for its place, so that a file of a thousand labels
 * takes no more memory than one of them.
 */
export class PdfWriter {
  private ready: Uint8Array[] = [];
  private written = 0;
  private last = 0;
  private readonly offsets = new Map<number, number>();
  private readonly pages: PDFRef[] = [];
  private readonly entries: Entry[] = [];
  private readonly root = this.reserve();
  private readonly tree = this.reserve();

  constructor() {
    this.put(Buffer.from('%PDF-1.7\n%\xc3\xa4\xc3\xb6\xc3\xbc\n', 'latin1'));
  }

  /** The bytes written since the last call. */
  take(): Buffer {
    const bytes = Buffer.concat(this.ready);
    this.ready = [];
    return bytes;
  }

  /** A page with one picture on it. */
  addPicture(page: readonly [number, number], picture: Picture): PDFRef {
    const context = this.open();
    const colours = picture.palette
      ? ['Indexed', 'DeviceRGB', picture.palette.length / 3 - 1, context.register(context.stream(picture.palette))]
      : picture.colours === 3
        ? 'DeviceRGB'
        : 'DeviceGray';
    const filter = { Predictor: 15, Colors: picture.colours, BitsPerComponent: picture.bits, Columns: picture.width };
    const image = context.register(
      context.stream(picture.packed, {
        ...{ Type: 'XObject', Subtype: 'Image', Width: picture.width, Height: picture.height },
        ...{ ColorSpace: colours, BitsPerComponent: picture.bits, Filter: 'FlateDecode' },
        ...(picture.filtered ? { DecodeParms: filter } : {}),
      }),
    );
    const matrix = picture.matrix.map((each) => Number(each.toFixed(4))).join(' ');
    const drawn = context.register(context.stream(`q ${matrix} cm /L Do Q`));
    const added = context.register(
      context.obj({
        ...{ Type: 'Page', Parent: this.tree, MediaBox: [0, 0, ...page] },
        ...{ Resources: { XObject: { L: image } }, Contents: drawn },
      }),
    );
    this.flush(context);
    this.pages.push(added);
    return added;
  }

  /** A document whose pages can be added repeatedly; shared objects are written once. */
  source(document: PDFDocument): Source {
    const context = this.open();
    const copier = PDFObjectCopier.for(document.context, context);
    const pages = document.getPages();
    return {
      count: pages.length,
      add: (at, onto) => {
        const page = pages[at];
        if (!page) throw new Error(`no page ${at}`);
        for (const key of unwanted) page.node.delete(key);
        const placed = onto(shownSize(page));
        if (placed) enlarge(page, placed);
        context.largestObjectNumber = this.last;
        const copy = copier.copy(page.node);
        copy.set(PDFName.of('Parent'), this.tree);
        const added = context.register(copy);
        this.flush(context);
        this.pages.push(added);
        return added;
      },
    };
  }

  /** Where a person finds the label. */
  addEntry(page: PDFRef, title: string): void {
    this.entries.push({ page, title });
  }

  /** The last bytes: outline, page tree, catalog and the table of places. */
  finish(): void {
    const context = this.open();
    const outline = this.entries.length > 0 ? this.outline(context) : null;
    context.assign(this.tree, context.obj({ Type: 'Pages', Count: this.pages.length, Kids: this.pages }));
    const shown = outline ? { Outlines: outline, PageMode: 'UseOutlines' } : {};
    // Labels are never made to fit a printer's page: a bar code of another size is not read.
    const viewer = { PrintScaling: 'None' };
    context.assign(this.root, context.obj({ Type: 'Catalog', Pages: this.tree, ViewerPreferences: viewer, ...shown }));
    this.flush(context);
    const start = this.written;
    const places = Array.from({ length: this.last }, (_, at) => {
      const offset = this.offsets.get(at + 1);
      return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    this.put(Buffer.from(`xref\n0 ${this.last + 1}\n0000000000 65535 f \n${places.join('')}`));
    this.put(Buffer.from(`trailer\n<< /Size ${this.last + 1} /Root ${this.root} >>\nstartxref\n${start}\n%%EOF\n`));
  }

  private outline(context: PDFContext): PDFRef {
    const root = context.nextRef();
    const refs = this.entries.map(() => context.nextRef());
    for (const [at, { page, title }] of this.entries.entries()) {
      const [before, after] = [refs[at - 1], refs[at + 1]];
      const item = context.obj({ Parent: root, Dest: [page, 'Fit'] });
      item.set(PDFName.of('Title'), PDFHexString.fromText(title));
      if (before) item.set(PDFName.of('Prev'), before);
      if (after) item.set(PDFName.of('Next'), after);
      context.assign(refs[at] ?? root, item);
    }
    const list = context.obj({ Type: 'Outlines', Count: refs.length });
    list.set(PDFName.of('First'), refs[0] ?? root);
    list.set(PDFName.of('Last'), refs.at(-1) ?? root);
    context.assign(root, list);
    return root;
  }

  private reserve(): PDFRef {
    this.last += 1;
    return PDFRef.of(this.last);
  }

  /** Allocates new objects, numbered on from those written. */
  private open(): PDFContext {
    const context = PDFContext.create();
    context.largestObjectNumber = this.last;
    return context;
  }

  private flush(context: PDFContext): void {
    for (const [ref, object] of context.enumerateIndirectObjects()) {
      this.write(ref, object);
      context.delete(ref);
    }
    this.last = context.largestObjectNumber;
  }

  private write(ref: PDFRef, object: PDFObject): void {
    this.offsets.set(ref.objectNumber, this.written);
    const bytes = new Uint8Array(object.sizeInBytes());
    object.copyBytesInto(bytes, 0);
    this.put(Buffer.from(`${ref.objectNumber} 0 obj\n`), bytes, Buffer.from('\nendobj\n'));
  }

  private put(...parts: readonly Uint8Array[]): void {
    for (const part of parts) {
      this.ready.push(part);
      this.written += part.length;
    }
  }
}

/** A page as it is seen. */
export function shownSize(page: PDFPage): readonly [number, number] {
  const { width, height } = page.getCropBox();
  return page.getRotation().angle % 180 === 0 ? [width, height] : [height, width];
}

/** More paper around a page, whichever way it is turned: nothing on it moves or shrinks. */
function enlarge(page: PDFPage, { page: [width, height], at: [left, below] }: Placed): void {
  const [wide, high] = shownSize(page);
  const [right, above] = [width - wide - left, height - high - below];
  const quarters = (((page.getRotation().angle / 90) % 4) + 4) % 4;
  // From the left edge on, against the clock, as the page lies before it is turned.
  const edges = [left, below, right, above];
  const edge = (at: number): number => edges[(at + 3 * quarters) % 4] ?? 0;
  const box = page.getCropBox();
  page.node.delete(PDFName.of('CropBox'));
  const grown = [box.x - edge(0), box.y - edge(1), box.x + box.width + edge(2), box.y + box.height + edge(3)];
  for (const name of ['TrimBox', 'BleedBox', 'ArtBox']) page.node.delete(PDFName.of(name));
  page.node.set(PDFName.of('MediaBox'), page.node.context.obj(grown));
  page.node.set(PDFName.of('CropBox'), page.node.context.obj(grown));
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colours: number;
  readonly palette: Buffer | null;
  readonly filtered: boolean;
  readonly packed: Buffer;
  /** From the unit square, which is what a picture fills, to its place on the page. */
  readonly matrix: readonly number[];
}

interface Source {
  readonly count: number;
  /** `onto` gets the visible size; null leaves the page unchanged. */
  add(at: number, onto: (size: readonly [number, number]) => Placed | null): PDFRef;
}

export interface Placed {
  readonly page: readonly [number, number];
  /** The lower left corner of the placed content. */
  readonly at: readonly [number, number];
}
