import type { RichNode } from './rich-text-node.ts';
import { isPlainObject, type PlainObject } from './read/read-json.ts';

/** Plain text as a document: every line is a paragraph. */
export const docOfText = (text: string): RichNode => ({
  type: 'doc',
  content: text
    .split('\n')
    .map((line) =>
      line === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text: line }] },
    ),
});

/** The plain text of a document, a line for each paragraph. */
export const textOfDoc = (doc: PlainObject | RichNode): string => {
  const lines: string[] = [];
  collect(doc, lines, 0);
  return lines.join('\n');
};

/** The plain text of a value that may be a document or empty. */
export const textOf = (value: unknown): string => (isPlainObject(value) ? textOfDoc(value) : '');

const maxDepth = 40;

const collect = (node: unknown, lines: string[], depth: number): void => {
  if (!isPlainObject(node) || depth > maxDepth) return;
  const content: unknown[] = Array.isArray(node.content) ? node.content : [];
  if (node.type !== 'paragraph' && node.type !== 'heading') {
    for (const child of content) collect(child, lines, depth + 1);
    return;
  }
  lines.push(content.map(word).join(''));
};

const word = (node: unknown): string => {
  if (!isPlainObject(node)) return '';
  return node.type === 'hardBreak' ? '\n' : typeof node.text === 'string' ? node.text : '';
};
