import { useTranslation } from 'react-i18next';
import { documentKinds, type DocumentBlockKind, type DocumentMeta } from '../../engine/core/index.ts';
import { Icon } from '../../engine/kit/index.ts';
import { useDraftEntity, useRun } from '../panels/parts.tsx';
import { useDesignerStore } from '../store.ts';
import { addBlockCommands, freeBlockName, startBlock } from './document-moves.ts';

/** A document being designed, and the place of the chosen block in it; -1 where none is. */
export interface DocumentSide {
  readonly name: string;
  readonly document: DocumentMeta;
  readonly at: number;
  onChoose(block: string | null): void;
}

export const blockIcons: Readonly<Record<DocumentBlockKind, string>> = {
  subject: 'mail',
  logo: 'home',
  heading: 'tag',
  text: 'file-text',
  address: 'environment',
  fields: 'appstore',
  table: 'table',
  amount: 'dollar',
  button: 'send',
  terms: 'audit',
  pageNumber: 'ordered-list',
};

/** Blocks that a document may have; a click puts one behind the chosen one, or last. */
export function DocumentPalette({ name, document, at, onChoose }: DocumentSide) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const run = useRun();
  const entity = useDraftEntity();
  // A mail has one subject.
  const isFull = (kind: DocumentBlockKind) =>
    kind === 'subject' && document.blocks.some((block) => block.kind === kind);
  const add = (kind: DocumentBlockKind) => {
    if (!entity) return;
    const { others, culture } = store.getState();
    const label = t(`documents.kind.${kind}`);
    const block = startBlock(kind, freeBlockName(document, kind), { entity, others });
    if (!block) return;
    const before = kind === 'subject' ? 0 : at < 0 ? document.blocks.length : at + 1;
    const commands = addBlockCommands({ name, document }, block, { before, culture, text: label });
    if (run(t('designer.step.add', { name: label }), commands)) onChoose(block.block);
  };
  return (
    <div className="parts">
      <ul className="parts-fields">
        {documentKinds(document).map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className="parts-item"
              title={t(`documents.kindNote.${kind}`)}
              disabled={!entity || isFull(kind) || !startBlock(kind, kind, { entity, others: store.getState().others })}
              onClick={() => add(kind)}
            >
              <Icon name={blockIcons[kind]} />
              <span className="parts-label">{t(`documents.kind.${kind}`)}</span>
              <span className="parts-mark">{t('designer.put')}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
