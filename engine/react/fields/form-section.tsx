import { Children, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormIssues, useFormTools } from './form-tools.tsx';

/** A named part of a form; its head counts what is wrong inside. */
export function FormSection({
  name,
  names,
  children,
}: {
  name: string;
  names: readonly string[];
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const tools = useFormTools();
  const id = useId();
  const faults = useFormIssues().filter((one) => names.includes(/^[^.[]*/.exec(one.path)?.[0] ?? '')).length;
  const title = tools.section(name);
  return (
    <section className="form-section" aria-labelledby={title ? id : undefined} data-section={name}>
      {title ? (
        <h2 className="form-section-title" id={id}>
          {title}
          {faults > 0 ? <span className="form-section-faults">{t('form.faults', { count: faults })}</span> : null}
        </h2>
      ) : null}
      <div className="form-section-rows">{children}</div>
    </section>
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
