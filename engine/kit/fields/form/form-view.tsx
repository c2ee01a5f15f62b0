import type { Form } from '@formily/core';
import { createSchemaField, FormProvider } from '@formily/react';
import type { ISchema } from '@formily/json-schema';
import { Suspense, useMemo, type ReactNode } from 'react';
import { A11yFormItem } from './a11y-form-item.tsx';
import { FieldControl } from './field-control.tsx';
import './fields.css';
import { FormRow, FormSection } from './form-section.tsx';
import { FormToolsProvider, type FormTools } from '../controls/form-tools.tsx';
import './formily-compiler.ts';
import type { Issue, SectionLayout } from '../../../core/index.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Skeleton } from '../../ui/skeletons.tsx';

/** Only forms with tabs, panels or steps bring their parts in. */
const [FormGroup] = lazyPart(async () => (await import('./form-group.tsx')).default);
const SectionGroup = (props: { kind: SectionLayout }) => (
  <Suspense fallback={<Skeleton shape="form" />}>
    <FormGroup {...props} />
  </Suspense>
);

/** Formily finds its panes by these names; what is inside is drawn as it is. */
const pane = (name: string) =>
  Object.assign(() => null, { [name]: ({ children }: { children?: ReactNode }) => children });

const SchemaField = createSchemaField({
  components: {
    A11yFormItem,
    FieldControl,
    FormSection,
    FormRow,
    FormGroup: SectionGroup,
    FormTab: pane('TabPane'),
    FormCollapse: pane('CollapsePanel'),
    FormStep: pane('StepPane'),
  },
});

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
