import { useTranslation } from 'react-i18next';
import { blockKeys, blockKinds, type BlockKind, type BlockMeta } from '../../engine/core/index.ts';
import { Pick, PickMany } from '../panels/parts.tsx';
import { useScreen } from '../store.ts';
import { QueryOptions } from './query-options.tsx';
import { placeOf, spanOf } from './screen-moves.ts';
import { Address, Texts } from './texts.tsx';
import type { ScreenSteps } from './use-screen-steps.ts';

const tones = ['neutral', 'info', 'good', 'warn', 'bad'] as const;

/** All that may be said of the chosen block: what its kind knows, in the order of the language. */
export function BlockProperties({ name, steps }: { name: string; steps: ScreenSteps }) {
  const { t } = useTranslation('designer');
  const block = useScreen((state) => state.document.meta.blocks[placeOf(state.document, name)]);
  const others = useScreen((state) => state.others);
  if (!block) return null;
  const keys = blockKeys(block.kind);
  const entities = others.map(({ entity, name: label }) => ({ value: entity, label }));
  const path = others.find(({ entity }) => entity === block.entity)?.path;
  return (
    <section className="properties" aria-label={t('designer.properties')}>
      <h2>{t(`screens.kind.${block.kind}`)}</h2>
      <Texts textKey={`blocks.${name}`} label={t('screens.title')} steps={steps} />
      {block.kind === 'text' ? (
        <Texts textKey={`bodies.${name}`} label={t('screens.body')} steps={steps} rows={6} />
      ) : null}
      <Pick
        label={t('screens.option.kind')}
        value={block.kind}
        choices={blockKinds.map((value) => ({ value, label: t(`screens.kind.${value}`) }))}
        onChange={(kind) => steps.setQuery(name, kind as BlockKind, block.entity)}
      />
      <Pick
        label={t('screens.option.span')}
        value={String(spanOf(block))}
        choices={['1', '2', '3', '4'].map((value) => ({
          value,
          label: t('screens.columns', { count: Number(value) }),
        }))}
        onChange={(span) => steps.resize(name, Number(span))}
      />
      {keys.includes('entity') ? (
        <Pick
          label={t('screens.option.entity')}
          value={block.entity ?? ''}
          choices={entities}
          onChange={(entity) => steps.setQuery(name, block.kind, entity)}
        />
      ) : null}
      {keys.includes('entity') && path ? <QueryOptions block={block} path={path} steps={steps} /> : null}
      <OwnOptions name={name} block={block} entities={entities} steps={steps} />
      <button type="button" className="button is-danger" onClick={() => steps.remove(name)}>
        {t('screens.remove')}
      </button>
    </section>
  );
}

interface OwnOptionsProps {
  name: string;
  block: BlockMeta;
  entities: readonly { value: string; label: string }[];
  steps: ScreenSteps;
}

/** Options of single kinds: where it leads, the page it shows, its colour. */
function OwnOptions({ name, block, entities, steps }: OwnOptionsProps) {
  const { t } = useTranslation('designer');
  const keys = blockKeys(block.kind);
  return (
    <>
      {keys.includes('to') ? (
        <PickMany
          label={t('screens.option.to')}
          values={block.to ?? []}
          choices={entities}
          onChange={(to) => to.length > 0 && steps.setOptions(name, { to: to.slice(0, 12) })}
        />
      ) : null}
      {keys.includes('url') ? (
        <Address value={block.url ?? ''} onSave={(url) => steps.setOptions(name, { url: url || undefined })} />
      ) : null}
      {keys.includes('tone') ? (
        <Pick
          label={t('screens.option.tone')}
          value={block.tone ?? 'neutral'}
          choices={tones.map((value) => ({ value, label: t(`flow.tone.${value}`) }))}
          onChange={(tone) =>
            steps.setOptions(name, { tone: tones.find((each) => each === tone && each !== 'neutral') })
          }
        />
      ) : null}
    </>
  );
}
