import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  blockKeys,
  blockMeasures,
  isGroupable,
  isReducible,
  isSortable,
  isTime,
  type BlockMeta,
  type Entity,
  type Field,
} from '../../engine/core/index.ts';
import { entityLabels, useEntity, type EntityLabels } from '../../engine/kit/index.ts';
import { Labelled, Pick, PickMany } from '../panels/parts.tsx';
import { FilterRows } from './filter-rows.tsx';
import type { ScreenSteps } from './use-screen-steps.ts';

interface Props {
  block: BlockMeta;
  steps: ScreenSteps;
}

/** What a block asks of its entity, in the fields that can answer. */
export function QueryOptions({ path, ...props }: Props & { path: string }) {
  const { entity, answer } = useEntity(path);
  return entity && answer ? <Options {...props} entity={entity} words={entityLabels(answer)} /> : null;
}

function Options({ block, steps, entity, words }: Props & { entity: Entity; words: EntityLabels }) {
  const { t } = useTranslation('designer');
  const keys = blockKeys(block.kind);
  const setOptions = (change: Partial<BlockMeta>) => steps.setOptions(block.block, change);
  const choicesOf = (fits: (field: Field) => boolean) =>
    entity.fields.filter(fits).map(({ name }) => ({ value: name, label: words.field(name) }));
  const none = { value: '', label: t('screens.none') };
  const one = (key: 'time' | 'group' | 'series', fits: (field: Field) => boolean) =>
    keys.includes(key) ? (
      <Pick
        label={t(`screens.option.${key}`)}
        value={block[key] ?? ''}
        choices={[none, ...choicesOf(fits)]}
        onChange={(value) => setOptions({ [key]: value || undefined })}
      />
    ) : null;
  return (
    <>
      {keys.includes('sum') ? <Measure {...{ block, setOptions, choicesOf }} /> : null}
      {one('time', isTime)}
      {one('group', isGroupable)}
      {one('series', isGroupable)}
      {keys.includes('columns') ? (
        <PickMany
          label={t('screens.option.columns')}
          values={block.columns ?? []}
          choices={choicesOf(({ lines }) => !lines)}
          onChange={(columns) => columns.length > 0 && setOptions({ columns: columns.slice(0, 6) })}
        />
      ) : null}
      {keys.includes('acts') && entity.actions.size > 0 ? (
        <PickMany
          label={t('screens.option.acts')}
          values={block.acts ?? []}
          choices={[...entity.actions.keys()].map((value) => ({ value, label: words.action(value) }))}
          onChange={(acts) => setOptions({ acts: acts.length > 0 ? acts.slice(0, 4) : undefined })}
        />
      ) : null}
      <Order {...{ block, keys, choicesOf, setOptions }} />
      {keys.includes('needs') ? (
        <Pick
          label={t('screens.option.needs')}
          value={block.needs ?? ''}
          choices={[none, ...entity.codes.map((value) => ({ value, label: words.action(value) }))]}
          onChange={(value) => setOptions({ needs: value || undefined })}
        />
      ) : null}
      {keys.includes('filter') ? (
        <FilterRows
          filter={block.filter ?? {}}
          choices={choicesOf((field) => !field.lines && field.type.column(field.meta) !== null)}
          valuesOf={(name) => words.options(name).map((value) => ({ value, label: words.option(name, value) }))}
          onChange={(filter) => setOptions({ filter: Object.keys(filter).length > 0 ? filter : undefined })}
        />
      ) : null}
    </>
  );
}

interface OptionsProps {
  block: BlockMeta;
  setOptions: (change: Partial<BlockMeta>) => void;
  choicesOf: (fits: (field: Field) => boolean) => { value: string; label: string }[];
}

/** What comes first, and how much is shown. */
function Order({ block, keys, choicesOf, setOptions }: OptionsProps & { keys: ReturnType<typeof blockKeys> }) {
  const { t } = useTranslation('designer');
  return (
    <>
      {keys.includes('sort') ? (
        <Pick
          label={t('screens.option.sort')}
          value={block.sort ?? ''}
          choices={[
            { value: '', label: t('screens.none') },
            ...choicesOf(isSortable).flatMap(({ value, label }) => [
              { value, label: t('screens.rising', { name: label }) },
              { value: `-${value}`, label: t('screens.falling', { name: label }) },
            ]),
          ]}
          onChange={(value) => setOptions({ sort: value || undefined })}
        />
      ) : null}
      {(['top', 'limit'] as const).map((key) =>
        keys.includes(key) ? (
          <Labelled key={key} label={t(`screens.option.${key}`)}>
            {({ id }) => (
              <InputNumber
                id={id}
                size="small"
                className="field-select"
                min={1}
                max={50}
                precision={0}
                value={block[key] ?? null}
                changeOnBlur
                onChange={(value) => setOptions({ [key]: value ?? undefined })}
              />
            )}
          </Labelled>
        ) : null,
      )}
    </>
  );
}

/** How the number is worked out: by counting records, or out of one field. */
function Measure({ block, setOptions, choicesOf }: OptionsProps) {
  const measure = blockMeasures.find((each) => block[each]);
  const { t } = useTranslation('designer');
  const cleared = { sum: undefined, avg: undefined, min: undefined, max: undefined };
  const fitting = (by: string) => choicesOf((field) => isReducible(field, by));
  return (
    <>
      <Pick
        label={t('screens.option.measure')}
        value={measure ?? 'count'}
        choices={[
          { value: 'count', label: t('screens.measure.count') },
          ...blockMeasures
            .filter((by) => fitting(by).length > 0)
            .map((value) => ({ value, label: t(`screens.measure.${value}`) })),
        ]}
        onChange={(by) => setOptions(by === 'count' ? cleared : { ...cleared, [by]: fitting(by)[0]?.value })}
      />
      {measure ? (
        <Pick
          label={t('screens.option.measured')}
          value={block[measure] ?? ''}
          choices={fitting(measure)}
          onChange={(field) => setOptions({ [measure]: field })}
        />
      ) : null}
    </>
  );
}
