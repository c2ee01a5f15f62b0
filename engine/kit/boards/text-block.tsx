import type { RichNode } from '../../core/index.ts';
import type { ShownBlock } from '../data/data-client.ts';
import { docOfMarkup } from '../fields/files/rich-markup.ts';
import { RichNodes } from '../fields/files/rich-nodes.tsx';

/** A static text on a board, with light marks: known nodes become elements, so no markup in it can run. */
export function TextBlock({ block }: { block: ShownBlock }) {
  const nodes = (docOfMarkup(block.text ?? '')?.content ?? []).map(withoutPictures);
  return (
    <section className="block" data-kind="text" aria-labelledby={`block-${block.block}`}>
      <header className="block-head">
        <h2 id={`block-${block.block}`}>{block.title}</h2>
      </header>
      <div className="block-body block-text">
        <RichNodes nodes={nodes} />
      </div>
    </section>
  );
}

/** A board keeps no pictures, which would be files that its readers may not see: their words stand for them. */
function withoutPictures(node: RichNode): RichNode {
  if (node.type === 'image') return { type: 'text', text: String(node.attrs?.['alt'] ?? '') };
  return node.content ? { ...node, content: node.content.map(withoutPictures) } : node;
}
