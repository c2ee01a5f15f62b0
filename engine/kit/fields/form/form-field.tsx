import type { Form } from '@formily/core';
import { Field, FormProvider } from '@formily/react';
import type { ReactNode } from 'react';
import { A11yFormItem } from './a11y-form-item.tsx';
import { FieldControl } from './field-control.tsx';
import './fields.css';
import { FormToolsProvider, type FormTools } from '../controls/form-tools.tsx';

const noIssues: readonly never[] = [];

/** A form whose parts its caller sets out by hand; `FormView` sets them out from a compiled schema. */
export function FormFrame({ form, tools, children }: { form: Form; tools: FormTools; children: ReactNode }) {
  return (
    <FormProvider form={form}>
      <FormToolsProvider tools={tools} issues={noIssues}>
        {children}
      </FormToolsProvider>
    </FormProvider>
  );
}

/** One field of such a form with its label, its control and its help. */
export function FormField({ name, required, reading }: { name: string; required: boolean; reading: boolean }) {
  return (
    <Field
      name={name}
      required={required}
      pattern={reading ? 'readPretty' : 'editable'}
      decorator={[A11yFormItem]}
      component={[FieldControl]}
    />
  );
}
