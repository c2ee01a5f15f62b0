import { isVoidField } from '@formily/core';
import { observer, useField } from '@formily/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cellText } from '../controls/cell-text.ts';
import { useFieldHost } from '../controls/field-host.tsx';
import { controlId, useFormTools } from '../controls/form-tools.tsx';
import { FieldNote } from './field-note.tsx';
import { fieldViews } from '../field-views.ts';
import { issuesOf } from './issues-of.ts';
import { IssueLine } from '../controls/issue-line.tsx';

/** A field's frame: its label that points at the control, its help, and its faults, announced as they appear. */
export const A11yFormItem = observer(function A11yFormItem({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const field = useField();
  const tools = useFormTools();
  const { words, format } = useFieldHost();
  if (isVoidField(field)) return <>{children}</>;
  const name = String(field.path);
  const declared = tools.field(name);
  if (!declared) return null;
  const view = fieldViews[declared.meta.type];
  const id = controlId(tools.id, name);
  const label = tools.label(name);
  const help = tools.help(name);
  const reading = field.pattern === 'readPretty';
  const required = 'required' in field && field.required === true && !reading;
  const suggested = tools.suggested?.(name) ?? null;
  const differs = suggested !== null && 'value' in field && String(field.value ?? '') !== String(suggested);
  const faults = issuesOf(field).filter((one) => one.path === name);
  const isGroup = reading || view.group === true || declared.meta.type === 'lines';
  return (
    <div
      className="form-item"
      data-field={name}
      data-wide={view.wide || undefined}
      data-differs={differs || undefined}
      data-invalid={faults.length > 0 || undefined}
      onBlur={(event) => leaves(event) && tools.touch(name)}
    >
      <FieldLabel id={id} label={label} required={required} isGroup={isGroup} />
      {children}
      {help && !reading ? (
        <p className="form-item-help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
      {differs ? (
        <p className="form-item-differs" role="status">
          {t('form.differs', {
            value: cellText(
              declared,
              { ...tools.values(), [name]: suggested, id: '' },
              { words, culture: format.culture },
            ),
          })}
        </p>
      ) : null}
      {faults.length > 0 ? (
        <div className="form-item-faults" id={`${id}-fault`}>
          {faults.map((fault, at) => (
            <IssueLine key={at} issue={fault} label={label} />
          ))}
        </div>
      ) : null}
      {reading ? null : <FieldNote name={name} />}
    </div>
  );
});

interface LabelProps {
  id: string;
  label: string;
  required: boolean;
  /** Whether it names a group of controls, which no label can point at. */
  isGroup: boolean;
}

function FieldLabel({ id, label, required, isGroup }: LabelProps) {
  const { t } = useTranslation();
  const marked = (
    <>
      {label}
      {required ? (
        <span className="form-item-required">
          <span aria-hidden="true">*</span>
          <span className="sr-only">{t('form.required')}</span>
        </span>
      ) : null}
    </>
  );
  return isGroup ? (
    <span className="form-item-label" id={`${id}-label`}>
      {marked}
    </span>
  ) : (
    <label className="form-item-label" id={`${id}-label`} htmlFor={id}>
      {marked}
    </label>
  );
}

/** A move within the field, into its calendar, its list or its dialog, is no leaving. */
const leaves = (event: React.FocusEvent<HTMLElement>): boolean =>
  !event.currentTarget.contains(event.relatedTarget) &&
  !event.relatedTarget?.closest('[role=dialog], .ant-select-dropdown, .ant-picker-dropdown');
