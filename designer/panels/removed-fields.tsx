import { App } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey, errorMessage } from '../../engine/kit/index.ts';
import { useAnswer } from '../tools/use-answer.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { useRevisionWord, labelAt } from '../use-designer-words.ts';
import { FieldIcon } from './field-icon.tsx';

/** Fields that were published once and then removed: each comes back with its words, and its records with their values. */
export function RemovedFields({ query }: { query: string }) {
  const { t } = useTranslation('designer');
  const { message } = App.useApp();
  const store = useDesignerStore();
  const revisionWord = useRevisionWord();
  const api = useDesigner((state) => state.api);
  const entity = useDesigner((state) => state.entity);
  const revision = useDesigner((state) => state.revision);
  const present = useDesigner((state) => state.document.meta.fields);
  const saving = useDesigner((state) => state.saving);
  const [busy, setBusy] = useState(false);
  // Reloaded with every publish, because publishing removes fields.
  const { answer } = useAnswer(
    useCallback(() => (revision > 0 ? api.removed(entity) : Promise.resolve({ fields: [] })), [api, entity, revision]),
  );
  const isThere = (field: string) => {
    const [head = '', inner] = field.split('.');
    return inner === undefined ? present[head] !== undefined : present[head]?.fields?.[inner] !== undefined;
  };
  const fields = (answer?.fields ?? []).filter(({ field }) => field.toLowerCase().includes(query) && !isThere(field));
  const bringBack = async (field: string) => {
    setBusy(true);
    try {
      await api.bringBack(entity, { stamp: store.getState().stamp, field }, newKey());
      await store.getState().reload();
      store.getState().select([`fields.${field.replace('.', '.fields.')}`]);
      const { document, culture } = store.getState();
      const name = labelAt(document.texts[culture], `fields.${field}`) ?? field;
      void message.success(t('designer.broughtBack', { name }));
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{t('designer.removed')}</h3>
      <p className="panel-hint">{t('designer.removedNote')}</p>
      <ul className="parts-fields" aria-label={t('designer.removed')}>
        {fields.map(({ field, type, revision: last }) => (
          <li key={field}>
            <button
              type="button"
              className="parts-item"
              disabled={busy || saving !== 'saved'}
              title={revisionWord(last)}
              onClick={() => void bringBack(field)}
            >
              <FieldIcon type={type} />
              <span className="parts-label">{field}</span>
              <span className="parts-mark">{t('designer.bringBack')}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
