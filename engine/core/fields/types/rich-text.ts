import type { FieldMeta } from '../../meta/entity.ts';
import type { Outcome } from '../../meta/issue.ts';
import { defineFieldType } from '../define-field-type.ts';
import { presenceOperators } from '../operators.ts';
import { accept, refuse } from '../read/outcome.ts';
import { plainText } from '../read/plain-text.ts';
import { codePoints, readText } from '../read/read-text.ts';
import { isPlainObject } from '../read/read-json.ts';
import { pictureAddress } from '../rich-pictures.ts';
import { docOfText, textOfDoc } from '../rich-text-words.ts';
import { readNode, type RichNode } from '../rich-text-node.ts';

/**
 * Formatted text as a ProseMirror document of known nodes and marks; nothing in it can run. Plain text becomes
 * paragraphs. A document without words or pictures is empty.
 */
export const richText = defineFieldType({
  name: 'richText',
  traits: { sortable: false, groupable: false, listable: false, fullWidth: true, defaultable: false },
  options: { maxLength: { type: 'integer', min: 1 } },
  operators: presenceOperators,
  column: { type: 'jsonb' },
  cel: 'map',
  jsonSchema: {
    type: 'object',
    properties: { type: { const: 'doc' }, content: { type: 'array', items: { type: 'object' } } },
    required: ['type', 'content'],
    additionalProperties: false,
  },
  read: (input, field) => read(input, field),
  write: (value) => (isPlainObject(value) ? textOfDoc(value) : plainText(value)),
  samples: {
    valid: [docOfText('One line'), docOfText('First\nSecond'), decorated()],
    invalid: [
      { type: 'doc', content: [{ type: 'script', content: [{ type: 'text', text: 'x' }] }] },
      { type: 'doc', content: [{ type: 'text', text: 'no block around' }] },
      { type: 'doc', content: [{ type: 'paragraph', content: [link('javascript:alert(1)')] }] },
      {
        type: 'doc',
        content: Array.from({ length: 6 }, () => ({ type: 'image', attrs: { src: pictureAddress('7') } })),
      },
      { type: 'doc', content: [{ type: 'image', attrs: { src: 'https://example.com/a.png' } }] },
      { type: 'doc', content: [{ type: 'image', attrs: { src: '/api/logout?0=x' } }] },
      { type: 'doc', content: [{ type: 'orderedList', attrs: { start: 'x' } }] },
      { type: 'paragraph' },
      { html: '<b>x</b>' },
      [],
      7,
      true,
    ],
  },
});

/** Pictures that a text may hold. */
export const maxImages = 5;
const maxLength = 20_000;

const read = (input: unknown, field: FieldMeta): Outcome<RichNode | null> => {
  const max = field.maxLength ?? maxLength;
  if (typeof input === 'string') {
    const words = readText(input, { maxLength: max, multiline: true });
    return words.ok ? accept(docOfText(words.value)) : words;
  }
  const outcome = readNode(input);
  if (!outcome.ok) return outcome;
  const { node, images } = outcome.value;
  if (node.type !== 'doc') return refuse('richText.invalid');
  if (images > maxImages) return refuse('richText.tooManyImages', { max: maxImages });
  const words = textOfDoc(node);
  if (codePoints(words) > max) return refuse('text.tooLong', { max });
  return accept(words.trim() === '' && images === 0 ? null : node);
};

function decorated(): RichNode {
  return {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Notice' }] },
      {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [link('https://example.com')] }] }],
      },
      { type: 'image', attrs: { src: pictureAddress('7'), alt: 'A picture' } },
    ],
  };
}

function link(href: string): RichNode {
  return { type: 'text', text: 'here', marks: [{ type: 'bold' }, { type: 'link', attrs: { href } }] };
}
