import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentBlockMeta } from '../../engine/core/index.ts';
import { Icon } from '../../engine/kit/index.ts';
import { MoveButtons } from '../panels/move-buttons.tsx';
import { usePartWords } from '../panels/parts.tsx';
import { useWord } from '../use-designer-words.ts';
import { textKeyOf } from './document-moves.ts';
import { blockIcons, type DocumentSide } from './document-palette.tsx';
import { useBlockSteps } from './use-block-steps.ts';

/** The blocks in order. Arrows choose another one, with Alt they move it; Delete takes it away. */
export function BlockList(side: DocumentSide) {
  const { name, document, at, onChoose } = side;
  const { t } = useTranslation('designer');
  const list = useRef<HTMLOListElement>(null);
  const steps = useBlockSteps(list, side);
  const contentOf = useBlockContent(name);
  return (
    <ol className="column-order document-blocks" ref={list} aria-label={t('documents.blocks')}>
      {document.blocks.map((block, index) => (
        <li key={block.block} data-chosen={index === at || undefined}>
          <button
            type="button"
            className="document-block"
            data-block={block.block}
            aria-pressed={index === at}
            aria-describedby="document-keys"
            onClick={() => onChoose(block.block)}
            onKeyDown={(event) => steps.press(event, index)}
          >
            <Icon name={blockIcons[block.kind]} />
            <span className="parts-label">{t(`documents.kind.${block.kind}`)}</span>
            <span className="document-content">{contentOf(block)}</span>
          </button>
          <MoveButtons
            name={t(`documents.kind.${block.kind}`)}
            index={index}
            count={document.blocks.length}
            onMove={(to) => steps.move(index, to)}
            onRemove={() => steps.remove(index)}
          />
        </li>
      ))}
    </ol>
  );
}

/** A block in a few words: its text, else its fields. */
function useBlockContent(document: string): (block: DocumentBlockMeta) => string {
  const word = useWord();
  const words = usePartWords();
  return ({ block, kind, fields = [], field }) => {
    const text = word(textKeyOf(document, block));
    if (text) return text;
    if (fields.length > 0) return words.list(fields.map(words.field));
    if (field !== undefined) return words.field(field);
    return kind === 'heading' ? (word(`documents.${document}`) ?? '') : '';
  };
}
