import { isVoidField } from '@formily/core';
import { observer, useField } from '@formily/react';
import { raw } from '@formily/reactive';
import type { Field } from '../../../core/index.ts';
import { EditView } from '../controls/edit-view.tsx';
import type { ControlProps } from '../controls/field-view.ts';
import { fieldViews } from '../field-views.ts';
import { controlId, useFormTools } from '../controls/form-tools.tsx';
import { issuesOf } from './issues-of.ts';
import { unitSiblings } from '../controls/unit-words.ts';

/** The control of one field: its type's view, fed by the form engine, or the read view where it cannot be typed. */
export const FieldControl = observer(function FieldControl() {
  const field = useField();
  const tools = useFormTools();
  if (isVoidField(field)) return null;
  const name = String(field.path);
  const declared = tools.field(name);
  if (!declared || !('value' in field)) return null;
  const view = fieldViews[declared.meta.type];
  const value: unknown = raw(field.value);
  const id = controlId(tools.id, name);
  if (field.pattern === 'readPretty') {
    return (
      <div className="form-item-read" role="group" aria-labelledby={`${id}-label`}>
        <view.Read field={declared} value={value} record={tools.values()} />
      </div>
    );
  }
  const issues = issuesOf(field);
  const values = field.form.values as Record<string, unknown>;
  const siblings = Object.fromEntries(siblingsOf(declared).map((sibling) => [sibling, raw(values[sibling])]));
  const described = [
    tools.help(name) ? `${id}-help` : '',
    issues.some((one) => one.path === name) ? `${id}-fault` : '',
  ];
  const control: ControlProps = {
    id,
    'aria-required': field.required === true || undefined,
    'aria-invalid': issues.length > 0 || undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
  };
  return (
    <EditView
      view={view}
      field={declared}
      value={value}
      onChange={(next) => field.onInput(next)}
      control={control}
      label={tools.label(name)}
      record={tools.values}
      siblings={siblings}
      patch={tools.patch}
      compact={false}
      issues={issues}
    />
  );
});

/** The names that a field's drawing depends on: its unit, its currency, and those of its columns. */
const siblingsOf = (field: Field): string[] => [
  ...unitSiblings(field.meta),
  ...(field.lines ?? []).flatMap(siblingsOf),
];
