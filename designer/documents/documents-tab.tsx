import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../engine/kit/index.ts';
import { WorkspaceFrame } from '../canvas/workspace.tsx';
import { nameIn } from '../document/names.ts';
import { NewPartDialog } from '../panels/names.tsx';
import { Pick, useDraftEntity } from '../panels/parts.tsx';
import { useDesigner, useDesignerStore } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';
import { BlockList } from './block-list.tsx';
import { documentIn, newDocumentCommands } from './document-moves.ts';
import { DocumentPalette } from './document-palette.tsx';
import { DocumentPreview } from './document-preview.tsx';
import { DocumentProperties } from './document-properties.tsx';
import './documents.css';

/** The printed documents and mails of an entity: blocks in order, what is said of the chosen one, and a preview with a real record. */
export default function DocumentsTab() {
  const { t } = useTranslation('designer');
  const documents = useDesigner((state) => state.document.meta.documents);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState<'paper' | 'mail' | null>(null);
  const names = Object.keys(documents ?? {});
  const name = names.includes(wanted) ? wanted : (names[0] ?? '');
  const document = useDesigner((state) => documentIn(state.document, name));
  const open = (next: string) => {
    setWanted(next);
    setChosen(null);
  };
  const newButtons = <NewButtons onAsk={setAsked} />;
  const dialog = asked ? <NewDocument medium={asked} onMade={open} onClose={() => setAsked(null)} /> : null;
  if (!document)
    return (
      <div className="documents-none">
        <EmptyState kind="nothing" title={t('documents.none')} actions={newButtons} />
        {dialog}
      </div>
    );
  const at = document.blocks.findIndex(({ block }) => block === chosen);
  const side = { name, document, at, onChoose: setChosen };
  return (
    <WorkspaceFrame
      start={{ label: t('documents.blocks'), body: <DocumentPalette {...side} /> }}
      end={{ label: t('designer.properties'), body: <DocumentProperties key={`${name} ${chosen}`} {...side} /> }}
    >
      <div className="canvas-scroll">
        <div className="canvas-bar">
          <Pick
            label={t('documents.document')}
            value={name}
            choices={names.map((value) => ({ value, label: labelAt(words, `documents.${value}`) ?? value }))}
            onChange={open}
          />
          <button type="button" className="button" aria-pressed={at < 0} onClick={() => setChosen(null)}>
            {t(document.medium ? 'documents.mailSettings' : 'documents.settings')}
          </button>
          {newButtons}
        </div>
        <BlockList {...side} />
        <p className="canvas-keys" id="document-keys">
          {t('documents.keys')}
        </p>
        <DocumentPreview name={name} document={document} />
      </div>
      {dialog}
    </WorkspaceFrame>
  );
}

function NewButtons({ onAsk }: { onAsk: (medium: 'paper' | 'mail') => void }) {
  const { t } = useTranslation('designer');
  return (
    <>
      <button type="button" className="button is-primary" onClick={() => onAsk('paper')}>
        {t('documents.new')}
      </button>
      <button type="button" className="button" onClick={() => onAsk('mail')}>
        {t('documents.newMail')}
      </button>
    </>
  );
}

interface NewProps {
  readonly medium: 'paper' | 'mail';
  readonly onMade: (name: string) => void;
  readonly onClose: () => void;
}

function NewDocument({ medium, onMade, onClose }: NewProps) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const entity = useDraftEntity();
  const taken = useDesigner((state) => state.document.meta.documents) ?? {};
  return (
    <NewPartDialog
      title={t(medium === 'mail' ? 'documents.newMail' : 'documents.new')}
      stem={medium === 'mail' ? 'mail' : 'document'}
      taken={taken}
      onAdd={(part) => {
        if (!entity) return [];
        const { others, culture, run } = store.getState();
        const step = t('designer.step.add', { name: nameIn(part.names, culture) });
        const issues = run(
          step,
          newDocumentCommands({ entity, others }, { ...part, ...(medium === 'mail' ? { medium } : {}) }),
        );
        if (issues.length === 0) onMade(part.name);
        return issues;
      }}
      onClose={onClose}
    />
  );
}
