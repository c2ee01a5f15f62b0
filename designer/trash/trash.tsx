import { App } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { SchemaDocument } from '../../engine/core/index.ts';
import { EmptyState, errorMessage, newKey, Skeleton, useValueContext, useViewer } from '../../engine/kit/index.ts';
import type { EntityEntries, EntityEntry, RemovedField, SchemaApi } from '../document/api.ts';
import { useAnswer } from '../tools/use-answer.ts';
import { discardedDrafts, dropDiscarded, type DiscardedDraft } from './discarded-drafts.ts';

/** Entities that are asked for what was removed from them; each is a question to the server. */
const maxAsked = 40;

interface Trashed {
  readonly fields: readonly (RemovedField & { readonly of: EntityEntry })[];
  readonly drafts: readonly DiscardedDraft[];
}

/** What was retired, removed or thrown away, each with the way back. */
export function Trash({ api, found, onDone }: { api: SchemaApi; found: EntityEntries; onDone: () => void }) {
  const { t } = useTranslation('designer');
  const viewer = useViewer();
  const retired = [...found.entities, ...found.screens].filter(({ state }) => state === 'retired');
  const { answer, again } = useAnswer(useCallback(() => readTrash(api, found, viewer.id), [api, found, viewer.id]));
  const bring = useBringBack(() => {
    again();
    onDone();
  });
  if (!answer) return <Skeleton shape="list" />;
  const { fields, drafts } = answer;
  if (retired.length + fields.length + drafts.length === 0)
    return <EmptyState kind="nothing" title={t('trash.empty')} note={t('trash.note')} />;
  return (
    <div className="trash">
      <p className="panel-hint">{t('trash.note')}</p>
      <Part title={t('trash.retired')}>
        {retired.map((entry) => (
          <Row
            key={entry.entity}
            name={entry.name}
            note={t(found.screens.includes(entry) ? 'designer.screens' : 'designer.entities')}
            busy={bring.busy}
            onBack={() => bring.run(entry.name, () => api.revive(entry.entity, newKey()))}
          />
        ))}
      </Part>
      <Part title={t('trash.fields')}>
        {fields.map((field) => (
          <Row
            key={`${field.of.entity} ${field.field}`}
            name={field.field}
            note={`${field.of.name} · ${t(`designer.type.${field.type}`)}`}
            busy={bring.busy}
            onBack={() => bring.run(field.field, () => bringFieldBack(api, field), `/designer/${field.of.entity}`)}
          />
        ))}
      </Part>
      <Part title={t('trash.drafts')}>
        {drafts.map((draft) => (
          <Draft
            key={draft.entity + draft.at}
            draft={draft}
            busy={bring.busy}
            onBack={() => bring.run(draft.name, () => bringDraftBack(api, draft), `/designer/${draft.entity}`)}
          />
        ))}
      </Part>
    </div>
  );
}

async function readTrash(api: SchemaApi, found: EntityEntries, person: string): Promise<Trashed> {
  const asked = found.entities.filter(
    ({ origin, changed, revision, state }) => state === 'live' && revision > 0 && (origin === 'own' || changed),
  );
  const [drafts, ...lists] = await Promise.all([
    discardedDrafts(person),
    ...asked.slice(0, maxAsked).map(async (of) => {
      const { fields } = await api.removed(of.entity).catch(() => ({ fields: [] }));
      return fields.map((field) => ({ ...field, of }));
    }),
  ]);
  return { drafts, fields: lists.flat() };
}

/** The field is in the draft again, from the next publish on. */
async function bringFieldBack(api: SchemaApi, { field, of }: Trashed['fields'][number]): Promise<void> {
  const { draft } = await api.read(of.entity);
  await api.bringBack(of.entity, { stamp: draft?.stamp ?? 0, field }, newKey());
}

/** The discarded draft: a new entity is created again, a changed one replaces the current draft. */
export async function bringDraftBack(
  api: Pick<SchemaApi<SchemaDocument>, 'create' | 'read' | 'commands'>,
  draft: DiscardedDraft,
): Promise<void> {
  if (draft.isNew) await api.create(draft.document, newKey());
  else {
    const { draft: present } = await api.read(draft.entity);
    const commands = [{ do: 'replace', document: draft.document } as const];
    await api.commands(draft.entity, { stamp: present?.stamp ?? 0, name: draft.name, commands }, newKey());
  }
  await dropDiscarded(draft).catch(() => undefined);
}

function useBringBack(onDone: () => void) {
  const { t } = useTranslation('designer');
  const { message } = App.useApp();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const run = async (name: string, work: () => Promise<unknown>, to?: string) => {
    setBusy(true);
    try {
      await work();
      void message.success(t('trash.back', { name }));
      if (to) navigate(to);
      else onDone();
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, run: (name: string, work: () => Promise<unknown>, to?: string) => void run(name, work, to) };
}

function Part({ title, children }: { title: string; children: readonly React.ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="trash-rows">{children}</ul>
    </section>
  );
}

function Draft({ draft, busy, onBack }: { draft: DiscardedDraft; busy: boolean; onBack: () => void }) {
  const { t } = useTranslation('designer');
  const { culture, timeZone } = useValueContext();
  const at = new Date(draft.at).toLocaleString(culture, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return <Row name={draft.name} note={t('trash.thrownAway', { at })} busy={busy} onBack={onBack} />;
}

function Row({ name, note, busy, onBack }: { name: string; note: string; busy: boolean; onBack: () => void }) {
  const { t } = useTranslation('designer');
  return (
    <li>
      <strong>{name}</strong>
      <span>{note}</span>
      <button
        type="button"
        className="button"
        disabled={busy}
        aria-label={t('trash.bringBack', { name })}
        onClick={onBack}
      >
        {t('designer.bringBack')}
      </button>
    </li>
  );
}
