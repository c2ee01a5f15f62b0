import { Children, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormIssues, useFormTools } from '../controls/form-tools.tsx';

interface SectionProps {
  name: string;
  names: readonly string[];
}

/** A named part of a form; its head counts what is wrong inside. `withoutTitle`: a pane around it has head and frame. */
export function FormSection({
  name,
  names,
  withoutTitle = false,
  children,
}: SectionProps & { withoutTitle?: boolean; children?: ReactNode }) {
  const tools = useFormTools();
  const id = useId();
  const title = tools.section(name);
  const rows = <div className="form-section-rows">{children}</div>;
  if (withoutTitle) return <div data-section={name}>{rows}</div>;
  return (
    <section className="form-section" aria-labelledby={title ? id : undefined} data-section={name}>
      {title ? (
        <h2 className="form-section-title" id={id}>
          <SectionTitle name={name} names={names} />
        </h2>
      ) : null}
      {rows}
    </section>
  );
}

/** The section's name, and how many faults are inside. */
export function SectionTitle({ name, names }: SectionProps) {
  const { t } = useTranslation();
  const tools = useFormTools();
  const faults = useFormIssues().filter((one) => names.includes(/^[^.[]*/.exec(one.path)?.[0] ?? '')).length;
  return (
    <>
      {tools.section(name)}
      {faults > 0 ? <span className="form-section-faults">{t('form.faults', { count: faults })}</span> : null}
    </>
  );
}

/** One to three fields beside each other; under each other where there is no room. */
export function FormRow({ columns, children }: { columns: number; children?: ReactNode }) {
  return (
    <div className="form-row" data-columns={columns}>
      {Children.toArray(children)}
    </div>
  );
}
