import type { Outcome } from '../meta/issue.ts';
import { accept, refuse } from './read/outcome.ts';
import { isPlainObject, readJson, type PlainObject } from './read/read-json.ts';
import { pictureFile } from './rich-pictures.ts';
import { isWebAddress } from './types/url.ts';

/** A node of the document, in the shape that ProseMirror editors read and write. */
export interface RichNode {
  type: string;
  attrs?: PlainObject;
  content?: RichNode[];
  text?: string;
  marks?: { type: string; attrs?: PlainObject }[];
}

/**
 * A node with everything in it, rebuilt from the known nodes, marks and attributes alone, with the number of images.
 * Unknown attributes fall away; unknown nodes and marks are refused, because leaving them out would lose words.
 */
export const readNode = (input: unknown): Outcome<{ node: RichNode; images: number }> => {
  const plain = readJson(input);
  if (!plain.ok) return plain;
  const count = { images: 0, foreign: false };
  const node = build(plain.value, count);
  if (count.foreign) return refuse('richText.picture');
  return node === null ? refuse('richText.invalid') : accept({ node, images: count.images });
};

const blocks = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'image'];
const inlines = ['text', 'hardBreak', 'image'];

/** What may stand inside what. */
const inside: Record<string, readonly string[] | undefined> = {
  doc: blocks,
  paragraph: inlines,
  heading: inlines,
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  listItem: blocks,
  blockquote: blocks,
  text: [],
  hardBreak: [],
  image: [],
};

/** What is found on the way: pictures, and whether one of them is not kept here. */
interface Count {
  images: number;
  foreign: boolean;
}

const build = (input: unknown, count: Count): RichNode | null => {
  if (!isPlainObject(input) || typeof input.type !== 'string' || !Object.hasOwn(inside, input.type)) return null;
  const { type } = input;
  if (type === 'text') return textNode(input);
  const attrs = attributes(type, isPlainObject(input.attrs) ? input.attrs : {});
  if (attrs === null) return null;
  if (type === 'image') {
    count.images += 1;
    // Only what is kept here is shown by it: another host would learn who reads, another path is no picture.
    if (pictureFile(attrs.src) === null) count.foreign = true;
  }
  const content = children(input.content, inside[type] ?? [], count);
  if (content === null) return null;
  return {
    type,
    ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
    ...(content.length > 0 || type === 'doc' ? { content } : {}),
  };
};

const children = (content: unknown, allowed: readonly string[], count: Count): RichNode[] | null => {
  if (content === undefined || content === null) return [];
  if (!Array.isArray(content)) return null;
  const nodes: RichNode[] = [];
  for (const child of content) {
    const node = build(child, count);
    if (node === null || !allowed.includes(node.type)) return null;
    nodes.push(node);
  }
  return nodes;
};

const textNode = ({ text, marks }: PlainObject): RichNode | null => {
  if (typeof text !== 'string' || text === '') return null;
  if (marks !== undefined && !Array.isArray(marks)) return null;
  const known = (marks ?? []).map(mark);
  if (known.some((one) => one === null)) return null;
  const valid = known.filter((one) => one !== null);
  return { type: 'text', text, ...(valid.length > 0 ? { marks: valid } : {}) };
};

const plainMarks: readonly unknown[] = ['bold', 'italic', 'underline', 'strike'];

const mark = (input: unknown): { type: string; attrs?: PlainObject } | null => {
  if (!isPlainObject(input) || typeof input.type !== 'string') return null;
  if (plainMarks.includes(input.type)) return { type: input.type };
  const href = input.type === 'link' && isPlainObject(input.attrs) ? input.attrs.href : undefined;
  return typeof href === 'string' && isWebAddress(href) ? { type: 'link', attrs: { href } } : null;
};

/** The attributes of a node that are kept, or null where one that matters is wrong. */
const attributes = (type: string, attrs: PlainObject): PlainObject | null => {
  if (type === 'heading') return isWithin(attrs.level, 1, 6) ? { level: attrs.level } : null;
  if (type === 'orderedList') {
    const { start = null } = attrs;
    if (start === null || start === 1) return {};
    return isWithin(start, 2, 1_000_000) ? { start } : null;
  }
  if (type !== 'image') return {};
  if (typeof attrs.src !== 'string' || attrs.src.length > 2048) return null;
  const words = Object.entries({ alt: attrs.alt, title: attrs.title }).filter(
    ([, word]) => typeof word === 'string' && word !== '',
  );
  return { src: attrs.src, ...Object.fromEntries(words) };
};

const isWithin = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
