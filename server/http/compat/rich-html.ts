/** A node of a rich text in stored form. */
export interface RichNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: RichNode[];
  text?: string;
  marks?: Mark[];
}
interface Mark {
  type: string;
  attrs?: Record<string, unknown>;
}

/** An HTML element or text. */
interface Element {
  tag: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
}

/** Whether a string is HTML rather than plain text. */
export const isHtml = (text: string): boolean => /<\/?[a-z][a-z0-9]*[\s/>]|&[a-z]+;|&#\d+;/i.test(text);

const voids: ReadonlySet<string> = new Set([
  'br',
  'img',
  'hr',
  'input',
  'meta',
  'link',
  'col',
  'wbr',
  'source',
  'embed',
]);
/** Elements whose content is dropped. */
const dropped: ReadonlySet<string> = new Set([
  'script',
  'style',
  'head',
  'title',
  'iframe',
  'object',
  'template',
  'svg',
  'math',
  'noscript',
  'textarea',
  'select',
]);
const deepest = 30;

const markOf: Readonly<Record<string, string>> = {
  ...{ b: 'bold', strong: 'bold', i: 'italic', em: 'italic', u: 'underline', ins: 'underline' },
  ...{ s: 'strike', strike: 'strike', del: 'strike' },
};
const containers: ReadonlySet<string> = new Set([
  'p',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'center',
  'figure',
  'figcaption',
  'address',
  'dl',
  'dd',
]);
const rowsOfTables: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'caption', 'dt']);

/**
 * Converts HTML into the nodes and marks of a rich text. Other tags are dropped but their text is kept, so nothing
 * executable is stored.
 */
export function docOfHtml(html: string): RichNode {
  return { type: 'doc', content: blocksOf(parse(html).children, []) };
}

function parse(html: string): Element {
  const top: Element = { tag: '', attributes: {}, children: [] };
  const open: Element[] = [top];
  const last = () => open[open.length - 1] ?? top;
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start > at || start < 0) last().children.push(html.slice(at, start < 0 ? undefined : start));
    if (start < 0) break;
    if (html.startsWith('<!--', start)) {
      const end = html.indexOf('-->', start);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const end = html.indexOf('>', start);
    const tag =
      end < 0 ? null : /^<(\/?)([a-z][a-z0-9]*)(?=[\s/>])/i.exec(html.slice(start, Math.min(end + 1, start + 40)));
    if (!tag) {
      // A literal `<`, or a declaration, which is skipped.
      if (end < 0 || !/^<[!?]/.test(html.slice(start, start + 2))) last().children.push('<');
      at = end >= 0 && /^<[!?]/.test(html.slice(start, start + 2)) ? end + 1 : start + 1;
      if (end < 0) {
        last().children.push(html.slice(at));
        break;
      }
      continue;
    }
    at = end + 1;
    const name = (tag[2] ?? '').toLowerCase();
    if (tag[1] === '/') close(open, name);
    else if (dropped.has(name)) at = endOf(html, name, at);
    else {
      const element = { tag: name, attributes: attributesOf(html.slice(start + tag[0].length, end)), children: [] };
      last().children.push(element);
      if (!voids.has(name) && open.length < deepest) open.push(element);
    }
  }
  return top;
}

function close(open: Element[], name: string): void {
  const at = open.findLastIndex(({ tag }) => tag === name);
  if (at > 0) open.length = at;
}

/** Index after the end of a dropped element; without an end tag, the end of the text. */
function endOf(html: string, name: string, from: number): number {
  const end = html.toLowerCase().indexOf(`</${name}`, from);
  const closed = end < 0 ? -1 : html.indexOf('>', end);
  return closed < 0 ? html.length : closed + 1;
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', , double, single, bare] of text.matchAll(
    /([a-z][a-z0-9-]*)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi,
  )) {
    found[name.toLowerCase()] = decode(double ?? single ?? bare ?? '');
  }
  return found;
}

/** Block nodes; text between blocks becomes paragraphs. */
function blocksOf(children: readonly (Element | string)[], marks: readonly Mark[]): RichNode[] {
  const blocks: RichNode[] = [];
  let line: RichNode[] = [];
  const flush = () => {
    const content = trimmed(line);
    if (content.length > 0) blocks.push({ type: 'paragraph', content });
    line = [];
  };
  for (const child of children) {
    const block = typeof child === 'string' ? null : blockOf(child, marks);
    if (block) {
      flush();
      blocks.push(...block);
    } else line.push(...inlineOf(child, marks));
  }
  flush();
  return blocks;
}

/** The blocks of an element; null if it is inline. */
function blockOf({ tag, children }: Element, marks: readonly Mark[]): RichNode[] | null {
  if (/^h[1-6]$/.test(tag)) {
    const content = trimmed(children.flatMap((child) => inlineOf(child, marks)));
    return [{ type: 'heading', attrs: { level: Number(tag[1]) }, ...(content.length > 0 ? { content } : {}) }];
  }
  if (tag === 'ul' || tag === 'ol') {
    const items = children.flatMap((child) => {
      if (typeof child === 'string' && child.trim() === '') return [];
      const inner = typeof child !== 'string' && child.tag === 'li' ? child.children : [child];
      const content = blocksOf(inner, marks);
      return [{ type: 'listItem', content: content.length > 0 ? content : [{ type: 'paragraph' }] }];
    });
    return items.length > 0 ? [{ type: tag === 'ul' ? 'bulletList' : 'orderedList', content: items }] : [];
  }
  if (tag === 'blockquote' || tag === 'pre') {
    const content = blocksOf(children, marks);
    return content.length > 0 ? [{ type: 'blockquote', content }] : [];
  }
  if (tag === 'hr') return [];
  if (tag === 'li' || containers.has(tag) || rowsOfTables.has(tag)) {
    const content = blocksOf(children, marks);
    return content.length === 0 && tag === 'p' ? [{ type: 'paragraph' }] : content;
  }
  // Editors may leave blocks within an inline element.
  const holdsBlocks = children.some((child) => typeof child !== 'string' && blockOf(child, marks) !== null);
  return holdsBlocks ? blocksOf(children, marks) : null;
}

function inlineOf(child: Element | string, marks: readonly Mark[]): RichNode[] {
  if (typeof child === 'string') {
    const text = decode(child).replace(/[\s\u200b]+/g, (space) => (space.includes('\u00a0') ? space : ' '));
    return text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 ? { marks: [...marks] } : {}) }];
  }
  const { tag, attributes, children } = child;
  if (tag === 'br') return [{ type: 'hardBreak' }];
  if (tag === 'img') return pictureOf(attributes);
  const href = tag === 'a' ? attributes['href']?.trim() : undefined;
  const mark = markOf[tag] ? { type: markOf[tag] } : href && isWeb(href) ? { type: 'link', attrs: { href } } : null;
  const inner = mark && !marks.some(({ type }) => type === mark.type) ? [...marks, mark] : marks;
  const words = children.flatMap((each) => inlineOf(each, inner));
  return tag === 'td' || tag === 'th' ? [...words, { type: 'text', text: ' ' }] : words;
}

function pictureOf({ src = '', alt, title }: Record<string, string>): RichNode[] {
  const from = src.trim();
  if (!isWeb(from) && !/^\/[^/\s\\][^\s\\]*$/.test(from)) return [];
  return [{ type: 'image', attrs: { src: from, ...(alt ? { alt } : {}), ...(title ? { title } : {}) } }];
}

const isWeb = (address: string): boolean => /^https?:\/\/[^\s\\]+$/i.test(address) && URL.canParse(address);

/** Removes leading and trailing spaces, which HTML does not show. */
function trimmed(line: readonly RichNode[]): RichNode[] {
  const kept = [...line];
  const isBlank = (node: RichNode | undefined) => node?.type === 'text' && (node.text ?? '').trim() === '';
  while (isBlank(kept[0])) kept.shift();
  while (isBlank(kept[kept.length - 1])) kept.pop();
  const [first] = kept;
  if (first?.text) kept[0] = { ...first, text: first.text.replace(/^ +/, '') };
  const last = kept[kept.length - 1];
  if (last?.text) kept[kept.length - 1] = { ...last, text: last.text.replace(/ +$/, '') };
  return kept;
}

const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', copy: '©', reg: '®', trade: '™', hellip: '…' },
  ...{ mdash: '—', ndash: '–', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', middot: '·', yen: '¥', euro: '€' },
};

const decode = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (name[0] !== '#') return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    const isLetter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isLetter ? String.fromCodePoint(code) : '';
  });

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

const around: Readonly<Record<string, string>> = {
  ...{ paragraph: 'p', bulletList: 'ul', listItem: 'li', blockquote: 'blockquote' },
  ...{ bold: 'strong', italic: 'em', underline: 'u', strike: 's' },
};

/** A stored document as HTML. All texts and addresses are escaped. */
export function htmlOfDoc(node: RichNode): string {
  const inner = (node.content ?? []).map(htmlOfDoc).join('');
  const attribute = (name: string) => escape(String(node.attrs?.[name] ?? ''));
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduceRight(
        (html, { type, attrs }) => {
          if (type === 'link')
            return `<a href="${escape(String(attrs?.['href'] ?? ''))}" target="_blank" rel="noopener noreferrer">${html}</a>`;
          return around[type] ? `<${around[type]}>${html}</${around[type]}>` : html;
        },
        escape(node.text ?? ''),
      );
    case 'hardBreak':
      return '<br>';
    case 'image': {
      const alt = node.attrs?.['alt'] ? ` alt="${attribute('alt')}"` : '';
      const title = node.attrs?.['title'] ? ` title="${attribute('title')}"` : '';
      return `<img src="${attribute('src')}"${alt}${title}>`;
    }
    case 'heading': {
      const level = [1, 2, 3, 4, 5, 6].find((each) => each === node.attrs?.['level']) ?? 2;
      return `<h${level}>${inner}</h${level}>`;
    }
    case 'orderedList': {
      const start = Number.isInteger(node.attrs?.['start']) ? ` start="${attribute('start')}"` : '';
      return `<ol${start}>${inner}</ol>`;
    }
    default:
      return around[node.type] ? `<${around[node.type]}>${inner}</${around[node.type]}>` : inner;
  }
}
