import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormSteps } from '../form/use-form-steps.ts';
import { arranged, fieldOf, refusal, sectionOf, type FieldTarget, type Where } from '../document/form-moves.ts';
import { Labelled } from './labelled.tsx';
import { useDesigner } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';

/** Every drop without a pointer: which section, which row, beside what. */
export function MoveDialog({
  where,
  places,
  onClose,
}: {
  where: Where;
  places: readonly string[];
  onClose: () => void;
}) {
  const { t } = useTranslation('designer');
  const steps = useFormSteps(where);
  const meta = useDesigner((state) => state.document.meta);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const form = arranged(meta, where);
  const moving = sectionOf(places[0] ?? '', where);
  const fields = places.flatMap((place) => fieldOf(place) ?? []);
  const [section, setSection] = useState(Object.keys(form)[0] ?? '');
  const [at, setAt] = useState<string>('end');
  const sectionName = (name: string) =>
    labelAt(words, `sections.${name}`) ?? t(`section.${name}`, { defaultValue: name });
  const rows = form[section] ?? [];
  const rowName = (row: readonly string[]) => row.map((name) => labelAt(words, `fields.${name}`) ?? name).join(' | ');
  const targetOf = (value: string): FieldTarget => {
    const [kind, row = '0'] = value.split(':');
    if (kind === 'beside') return { section, row: Number(row), column: rows[Number(row)]?.length ?? 0 };
    return { section, row: kind === 'before' ? Number(row) : rows.length };
  };
  const go = () => {
    if (moving !== null) steps.moveSection(moving, at === 'end' ? null : at);
    else steps.place(fields, targetOf(at));
    onClose();
  };
  const spots = [
    ...rows.flatMap((row, index) => [
      { value: `before:${index}`, label: t('designer.before', { name: rowName(row) }) },
      {
        value: `beside:${index}`,
        label: t('designer.beside', { name: rowName(row) }),
        disabled: refusal({ meta, where, fields, target: { section, row: index, column: row.length } }) !== null,
      },
    ]),
    { value: 'end', label: t('designer.atEnd') },
  ];
  const otherSections = Object.keys(form).filter((name) => name !== moving);
  return (
    <Modal
      open
      centered
      width={440}
      title={t('designer.moveTo')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="primary" onClick={go}>
            {t('designer.move')}
          </Button>
        </>
      }
    >
      <div className="design-new">
        {moving === null ? (
          <>
            <Labelled label={t('designer.section')}>
              {(control) => (
                <Select
                  {...control}
                  autoFocus
                  className="field-select"
                  value={section}
                  options={Object.keys(form).map((name) => ({ value: name, label: sectionName(name) }))}
                  onChange={(name) => {
                    setSection(name);
                    setAt('end');
                  }}
                />
              )}
            </Labelled>
            <Labelled label={t('designer.spot')}>
              {(control) => (
                <Select {...control} className="field-select" value={at} options={spots} onChange={setAt} />
              )}
            </Labelled>
          </>
        ) : (
          <Labelled label={t('designer.spot')}>
            {(control) => (
              <Select
                {...control}
                autoFocus
                className="field-select"
                value={at}
                options={[
                  ...otherSections.map((name) => ({
                    value: name,
                    label: t('designer.before', { name: sectionName(name) }),
                  })),
                  { value: 'end', label: t('designer.atEnd') },
                ]}
                onChange={setAt}
              />
            )}
          </Labelled>
        )}
      </div>
    </Modal>
  );
}
