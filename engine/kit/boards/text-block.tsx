import type { ShownBlock } from '../data/data-client.ts';

/** A static text on a board; an empty line separates paragraphs. */
export function TextBlock({ block }: { block: ShownBlock }) {
  const paragraphs = (block.text ?? '').split(/\n\s*\n/).filter((each) => each.trim() !== '');
  return (
    <section className="block" data-kind="text" aria-labelledby={`block-${block.block}`}>
      <header className="block-head">
        <h2 id={`block-${block.block}`}>{block.title}</h2>
      </header>
      <div className="block-body block-text">
        {paragraphs.map((text, at) => (
          <p key={at}>{text}</p>
        ))}
      </div>
    </section>
  );
}
