import { isWebAddress, ownOf, pictureAddress, pictureFile, type RichNode } from '../../../core/index.ts';

type Mark = NonNullable<RichNode['marks']>[number];

/**
 * A document as text with light marks, and back: blank lines part paragraphs, `# ` heads, `- ` and `1. ` list, `> `
 * quotes, `**bold**`, `*italic*`, `__underlined__`, `~~struck~~`, `[words](address)`, `![words](address)` a picture from
 * the web and `![words](picture:7)` one that is kept here.
 */
export function markupOf(doc: unknown): string {
  return isNode(doc) ? (doc.content ?? []).map(block).join('\n\n') : typeof doc === 'string' ? doc : '';
}

export function docOfMarkup(text: string): RichNode | null {
  const content = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map(readBlock);
  return content.length === 0 ? null : { type: 'doc', content };
}

/** Whether the light marks can say everything in the document; if not, editing would simplify it. */
export const survivesMarkup = (doc: unknown): boolean =>
  !isNode(doc) || toMarkup(docOfMarkup(markupOf(doc))) === toMarkup(doc);

/** A document as text that does not depend on the order of its keys: a database gives them back in its own. */
const toMarkup = (doc: unknown): string =>
  JSON.stringify(doc, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

function block(node: RichNode): string {
  const words = () => inline(node.content ?? []);
  if (node.type === 'heading') return `${'#'.repeat(Number(node.attrs?.['level'] ?? 1))} ${words()}`;
  if (node.type === 'blockquote') return (node.content ?? []).map(block).join('\n').replace(/^/gm, '> ');
  if (node.type === 'image') return picture(node);
  const first = Number(node.attrs?.['start'] ?? 1);
  const items = (node.content ?? []).map((item) => (item.content ?? []).map(block).join(' '));
  if (node.type === 'bulletList') return items.map((item) => `- ${item}`).join('\n');
  if (node.type === 'orderedList') return items.map((item, at) => `${first + at}. ${item}`).join('\n');
  return words();
}

const signs: Record<string, string> = { bold: '**', italic: '*', underline: '__', strike: '~~' };

const inline = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'hardBreak') return '\n';
      if (node.type === 'image') return picture(node);
      return (node.marks ?? []).reduce((text, mark) => {
        if (mark.type === 'link') return `[${text}](${String(mark.attrs?.['href'] ?? '')})`;
        return `${ownOf(signs, mark.type) ?? ''}${text}${ownOf(signs, mark.type) ?? ''}`;
      }, node.text ?? '');
    })
    .join('');

function picture({ attrs }: RichNode): string {
  const file = pictureFile(attrs?.['src']);
  return `![${String(attrs?.['alt'] ?? '')}](${file ? storedPrefix + file : String(attrs?.['src'] ?? '')})`;
}

/** What stands before the number of a picture that is kept here. */
const storedPrefix = 'picture:';

/** The light mark of a kept picture; brackets would end its words. */
export const pictureMark = (id: string, words: string): string =>
  `![${words.replace(/[[\]\n]/g, ' ')}](${storedPrefix}${id})`;

/** Puts a block of its own where the caret is, with a blank line between it and its neighbours; answers the text and where it ends. */
export function withBlock(text: string, at: number, block: string): { text: string; end: number } {
  const before = text.slice(0, at).replace(/\n+$/, '');
  const after = text.slice(at).replace(/^\n+/, '');
  const head = before === '' ? block : `${before}\n\n${block}`;
  return { text: after === '' ? head : `${head}\n\n${after}`, end: head.length };
}

/** The text without this kept picture. */
export const withoutPicture = (text: string, id: string): string =>
  text.replace(new RegExp(`\\n*!\\[[^\\]]*\\]\\(${storedPrefix}${id}\\)`, 'g'), '').replace(/^\n+/, '');

function readBlock(text: string): RichNode {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const heading = /^(#{1,6}) (.+)$/s.exec(text);
  if (heading && lines.length === 1) {
    return { type: 'heading', attrs: { level: heading[1]?.length ?? 1 }, content: readInline(heading[2] ?? '') };
  }
  const image = onePicture.exec(text.trim());
  if (image && image[0] === text.trim()) return imageNode(image[1] ?? '', image[2] ?? '');
  if (lines.every((line) => line.startsWith('- ')))
    return { type: 'bulletList', content: lines.map((line) => item(line.slice(2))) };
  if (lines.every((line) => /^\d{1,6}\. /.test(line))) {
    const start = Number.parseInt(lines[0] ?? '1', 10);
    const content = lines.map((line) => item(line.replace(/^\d+\. /, '')));
    return { type: 'orderedList', ...(start > 1 ? { attrs: { start } } : {}), content };
  }
  if (lines.every((line) => /^> ?/.test(line))) {
    return { type: 'blockquote', content: [paragraph(lines.map((line) => line.replace(/^> ?/, '')).join('\n'))] };
  }
  return paragraph(text);
}

const item = (text: string): RichNode => ({ type: 'listItem', content: [paragraph(text)] });

const paragraph = (text: string): RichNode => ({ type: 'paragraph', content: readInline(text) });

const onePicture = /!\[([^\]]*)\]\(([^)\s]+)\)/;

function imageNode(alt: string, place: string): RichNode {
  const src = /^picture:\d{1,19}$/.test(place) ? pictureAddress(place.slice(storedPrefix.length)) : place;
  return { type: 'image', attrs: { src, ...(alt ? { alt } : {}) } };
}

const spans: readonly { pattern: RegExp; mark: (found: RegExpExecArray) => Mark | null }[] = [
  {
    pattern: /\[([^\]]+)\]\(([^)\s]+)\)/,
    mark: ([, , href = '']) => (isWebAddress(href) ? { type: 'link', attrs: { href } } : null),
  },
  { pattern: /\*\*(.+?)\*\*/, mark: () => ({ type: 'bold' }) },
  { pattern: /__(.+?)__/, mark: () => ({ type: 'underline' }) },
  { pattern: /~~(.+?)~~/, mark: () => ({ type: 'strike' }) },
  { pattern: /\*([^*\s](?:[^*]*[^*\s])?)\*/, mark: () => ({ type: 'italic' }) },
];

/** The outermost span found first splits the text; what is inside and after it is read the same way. */
function readInline(text: string, marks: readonly Mark[] = []): RichNode[] {
  const hits = spans.flatMap(({ pattern, mark }) => {
    const found = pattern.exec(text);
    const made = found && mark(found);
    return found && made ? [{ at: found.index, whole: found[0], inner: found[1] ?? '', made }] : [];
  });
  const first = hits.sort((one, other) => one.at - other.at)[0];
  const image = onePicture.exec(text);
  if (image && image.index < (first?.at ?? Infinity)) {
    const [whole, alt = '', place = ''] = image;
    const after = readInline(text.slice(image.index + whole.length), marks);
    return [...plainNodes(text.slice(0, image.index), marks), imageNode(alt, place), ...after];
  }
  if (!first) return plainNodes(text, marks);
  return [
    ...plainNodes(text.slice(0, first.at), marks),
    ...readInline(first.inner, [first.made, ...marks]),
    ...readInline(text.slice(first.at + first.whole.length), marks),
  ];
}

function plainNodes(text: string, marks: readonly Mark[]): RichNode[] {
  return text
    .split('\n')
    .flatMap((line, at): RichNode[] => [
      ...(at > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line, ...(marks.length > 0 ? { marks: [...marks] } : {}) }]),
    ]);
}

export const isNode = (value: unknown): value is RichNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
