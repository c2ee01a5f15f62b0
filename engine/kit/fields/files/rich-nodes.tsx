import { createElement, Fragment, type ReactNode } from 'react';
import { isWebAddress, ownOf, pictureFile, type RichNode } from '../../../core/index.ts';
import { StoredPicture } from './stored-picture.tsx';

/** Draws a document node by node. Only the known ones become elements, so no markup in the data can ever run. */
export function RichNodes({ nodes }: { nodes: readonly RichNode[] }) {
  return (
    <>
      {nodes.map((node, at) => (
        <Fragment key={at}>{draw(node)}</Fragment>
      ))}
    </>
  );
}

const blocks: Record<string, string | undefined> = {
  paragraph: 'p',
  bulletList: 'ul',
  listItem: 'li',
  blockquote: 'blockquote',
};

function draw(node: RichNode): ReactNode {
  const inner = <RichNodes nodes={node.content ?? []} />;
  if (node.type === 'text') return (node.marks ?? []).reduce<ReactNode>(wrapInMark, node.text ?? '');
  if (node.type === 'hardBreak') return <br />;
  if (node.type === 'image') return picture(node);
  if (node.type === 'orderedList') return <ol start={Number(node.attrs?.['start'] ?? 1) || 1}>{inner}</ol>;
  // One h1 belongs to the page, and its sections are h2: a document's own headings start at h3.
  if (node.type === 'heading')
    return createElement(`h${Math.min(6, Number(node.attrs?.['level'] ?? 1) + 2)}`, null, inner);
  const tag = ownOf(blocks, node.type);
  return tag ? createElement(tag, null, inner) : inner;
}

function picture({ attrs }: RichNode): ReactNode {
  const alt = String(attrs?.['alt'] ?? '');
  const file = pictureFile(attrs?.['src']);
  return file ? <StoredPicture className="rich-picture" id={file} alt={alt} /> : <span>{alt}</span>;
}

function wrapInMark(inner: ReactNode, mark: { type: string; attrs?: Record<string, unknown> }): ReactNode {
  if (mark.type === 'bold') return <strong>{inner}</strong>;
  if (mark.type === 'italic') return <em>{inner}</em>;
  if (mark.type === 'underline') return <u>{inner}</u>;
  if (mark.type === 'strike') return <s>{inner}</s>;
  const href = String(mark.attrs?.['href'] ?? '');
  if (mark.type !== 'link' || !isWebAddress(href)) return inner;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {inner}
    </a>
  );
}
