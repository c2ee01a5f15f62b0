import { CloseOutlined } from '@ant-design/icons';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Command } from '../../engine/core/index.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { MoveButtons } from './move-buttons.tsx';

const none: readonly { entity: string; by: string }[] = [];

/** Lists of other entities that point here, in the order of their tabs on a record's page. */
export function RelatedLists() {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const related = useDesigner((state) => state.document.meta.detail?.related) ?? none;
  const others = useDesigner((state) => state.others);
  const nameOf = (entity: string) => others.find((each) => each.entity === entity)?.name ?? entity;
  const run = (name: string, command: Command) => store.getState().run(name, [command]);
  const candidates = others.flatMap(({ entity, name, fields }) =>
    fields
      .filter(
        ({ name: by, type }) =>
          type === 'reference' && !related.some((each) => each.entity === entity && each.by === by),
      )
      .map(({ name: by }) => ({ value: `${entity} ${by}`, label: `${name} (${by})` })),
  );
  return (
    <section className="panel-card field-uses" aria-label={t('designer.related')}>
      <h2>{t('designer.related')}</h2>
      <p className="form-item-help">{t('designer.relatedNote')}</p>
      <ol className="column-order">
        {related.map(({ entity, by }, index) => {
          const name = nameOf(entity);
          const at = `detail.related[${index}]`;
          return (
            <li key={`${entity} ${by}`}>
              <span className="parts-label">
                {name} <code>{by}</code>
              </span>
              <MoveButtons
                name={name}
                index={index}
                count={related.length}
                icon={<CloseOutlined aria-hidden />}
                onMove={(to) =>
                  run(t('designer.step.move', { name }), { do: 'move', at, before: to > index ? to + 1 : to })
                }
                onRemove={() => run(t('designer.step.remove', { name }), { do: 'remove', at })}
              />
            </li>
          );
        })}
      </ol>
      <AddRelated
        candidates={candidates}
        onAdd={(added) =>
          run(
            t('designer.step.add', { name: nameOf(added.entity) }),
            related.length > 0
              ? { do: 'set', at: `detail.related[${related.length}]`, value: added }
              : { do: 'set', at: 'detail.related', value: [added] },
          )
        }
      />
    </section>
  );
}

interface AddRelatedProps {
  candidates: { value: string; label: string }[];
  onAdd: (added: { entity: string; by: string }) => void;
}

function AddRelated({ candidates, onAdd }: AddRelatedProps) {
  const { t } = useTranslation('designer');
  return (
    <Select
      className="related-add"
      showSearch
      optionFilterProp="label"
      aria-label={t('designer.relatedAdd')}
      placeholder={t('designer.relatedAdd')}
      value={null}
      options={candidates}
      onChange={(value: string | null) => {
        const [entity = '', by = ''] = (value ?? '').split(' ');
        onAdd({ entity, by });
      }}
    />
  );
}
