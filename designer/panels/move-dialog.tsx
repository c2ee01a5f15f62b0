import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormSteps } from '../form/use-form-steps.ts';
import { arranged, fieldOf, refusal, sectionOf, type FieldTarget, type Where } from '../document/form-moves.ts';
import { Labelled } from './labelled.tsx';
import { useDesigner } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';

interface MoveDialogProps {
  readonly where: Where;
  readonly places: readonly string[];
  onClose(): void;
}

/** Every drop without a pointer: which section, which row, beside what. */
export function MoveDialog({ where, places, onClose }: MoveDialogProps) {
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
  const go = () => {
    if (moving !== null) steps.moveSection(moving, at === 'end' ? null : at);
    else steps.place(fields, targetOf({ section, rows: form[section] ?? [], at }));
    onClose();
  };
  const spots = useSpots({ where, section, fields });
  const sectionSpots = [
    ...Object.keys(form)
      .filter((name) => name !== moving)
      .map((name) => ({ value: name, label: t('designer.before', { name: sectionName(name) }) })),
    { value: 'end', label: t('designer.atEnd') },
  ];
  return (
    <Modal
      open
      centered
      width={440}
      title={t('designer.moveTo')}
      onCancel={onClose}
      footer={<Footer onClose={onClose} onGo={go} />}
    >
      <div className="design-new">
        {moving === null ? (
          <>
            <Choice
              label={t('designer.section')}
              isFirst
              value={section}
              options={Object.keys(form).map((name) => ({ value: name, label: sectionName(name) }))}
              onChange={(name) => {
                setSection(name);
                setAt('end');
              }}
            />
            <Choice label={t('designer.spot')} value={at} options={spots} onChange={setAt} />
          </>
        ) : (
          <Choice label={t('designer.spot')} isFirst value={at} options={sectionSpots} onChange={setAt} />
        )}
      </div>
    </Modal>
  );
}

interface Spot {
  readonly section: string;
  readonly rows: readonly (readonly string[])[];
  /** `before:2`, `beside:2` or `end`. */
  readonly at: string;
}

function targetOf({ section, rows, at }: Spot): FieldTarget {
  const [kind, row = '0'] = at.split(':');
  if (kind === 'beside') return { section, row: Number(row), column: rows[Number(row)]?.length ?? 0 };
  return { section, row: kind === 'before' ? Number(row) : rows.length };
}

interface SpotsOf {
  readonly where: Where;
  readonly section: string;
  readonly fields: readonly string[];
}

/** Where in a section fields can go: before or beside a row, or at its end. */
function useSpots({ where, section, fields }: SpotsOf) {
  const { t } = useTranslation('designer');
  const meta = useDesigner((state) => state.document.meta);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const rows = arranged(meta, where)[section] ?? [];
  const rowName = (row: readonly string[]) => row.map((name) => labelAt(words, `fields.${name}`) ?? name).join(' | ');
  return [
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
}

interface ChoiceProps {
  readonly label: string;
  readonly isFirst?: boolean;
  readonly value: string;
  readonly options: { value: string; label: string; disabled?: boolean }[];
  onChange(value: string): void;
}

function Choice({ label, isFirst = false, value, options, onChange }: ChoiceProps) {
  return (
    <Labelled label={label}>
      {(control) => (
        <Select
          {...control}
          autoFocus={isFirst}
          className="field-select"
          value={value}
          options={options}
          onChange={onChange}
        />
      )}
    </Labelled>
  );
}

function Footer({ onClose, onGo }: { onClose: () => void; onGo: () => void }) {
  const { t } = useTranslation('designer');
  return (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button type="primary" onClick={onGo}>
        {t('designer.move')}
      </Button>
    </>
  );
}
