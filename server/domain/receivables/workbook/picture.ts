import { attribute, head, office, packaged } from './xml.ts';

/** A picture on the first sheet of a workbook. Its size is in pixels of its own. */
export interface SheetPicture {
  readonly type: 'png' | 'jpeg';
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  /** What it shows, for people who do not see it. */
  readonly alt: string;
  /** The column that it begins in, from 0. */
  readonly column: number;
}

/** As high as three rows and at most four times as wide, in units of a drawing: 9,525 to a pixel. */
const [mostHeight, mostWidth] = [60, 240];
const units = 9_525;

/** The parts of a workbook that its first sheet's picture is made of. */
export function pictureParts(picture: SheetPicture): { name: string; content: Iterable<string | Buffer> }[] {
  const target = `image1.${picture.type}`;
  return [
    { name: 'xl/worksheets/_rels/sheet1.xml.rels', content: [relation('drawing', '../drawings/drawing1.xml')] },
    { name: 'xl/drawings/drawing1.xml', content: [drawing(picture)] },
    { name: 'xl/drawings/_rels/drawing1.xml.rels', content: [relation('image', `../media/${target}`)] },
    { name: `xl/media/${target}`, content: [picture.bytes] },
  ];
}

export const pictureTypes = ({ type }: SheetPicture): string =>
  `<Default Extension="${type}" ContentType="image/${type}"/>` +
  '<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>';

const relation = (kind: string, target: string): string =>
  `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/${kind}" Target="${target}"/></Relationships>`;

function drawing({ width, height, alt, column }: SheetPicture): string {
  const scale = Math.min(mostHeight / height, mostWidth / width, 1);
  const size = `cx="${Math.round(width * scale * units)}" cy="${Math.round(height * scale * units)}"`;
  const main = 'http://schemas.openxmlformats.org/drawingml/2006';
  return (
    `${head}<xdr:wsDr xmlns:xdr="${main}/spreadsheetDrawing" xmlns:a="${main}/main" xmlns:r="${office}"><xdr:oneCellAnchor>` +
    `<xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext ${size}/>` +
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="Picture 1" descr="${attribute(alt)}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>` +
    '<xdr:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>' +
    `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>` +
    '</xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>'
  );
}
