import type { Form } from '@formily/core';
import { createSchemaField, FormProvider } from '@formily/react';
import type { ISchema } from '@formily/json-schema';
import { useMemo } from 'react';
import { A11yFormItem } from './a11y-form-item.tsx';
import { FieldControl } from './field-control.tsx';
import './fields.css';
import { FormRow, FormSection } from './form-section.tsx';
import { FormToolsProvider, type FormTools } from './form-tools.tsx';
import './formily-compiler.ts';
import type { Issue } from '../../index.ts';

const SchemaField = createSchemaField({ components: { A11yFormItem, FieldControl, FormSection, FormRow } });

export interface FormViewProps {
  form: Form;
  schema: ISchema;
  tools: FormTools;
  issues: readonly (Issue & { message?: string })[];
}

/** Draws a compiled form. A key pressed in one field draws that field again, and no other. */
export function FormView({ form, schema, tools, issues }: FormViewProps) {
  const body = useMemo(() => <SchemaField schema={schema} />, [schema]);
  return (
    <FormProvider form={form}>
      <FormToolsProvider tools={tools} issues={issues}>
        {body}
      </FormToolsProvider>
    </FormProvider>
  );
}
