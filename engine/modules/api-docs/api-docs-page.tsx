import { PageHeader } from '../../kit/index.ts';
import { callsByScope, deliveryExample, examplesAt, nodeExample, verifyExample } from './examples.ts';
import { useWords } from './words.ts';
import './api-docs.css';

/** How a program of a customer begins: a key, a quote, an order, a label; what is refused, and how often it may ask. */
export default function ApiDocsPage() {
  const t = useWords();
  const { origin } = window.location;
  return (
    <div className="api-docs">
      <PageHeader title={t('docs.title')} />
      <p>{t('docs.key')}</p>
      {examplesAt(origin).map(({ name, text }) => (
        <section key={name}>
          <h2>{t(`docs.step.${name}`)}</h2>
          <pre tabIndex={0}>{text}</pre>
        </section>
      ))}
      <section>
        <h2>{t('docs.step.webhook')}</h2>
        <p>{t('docs.webhookNote')}</p>
        <pre tabIndex={0}>{deliveryExample}</pre>
        <p>{t('docs.verifyNote')}</p>
        <pre tabIndex={0}>{verifyExample}</pre>
        <p>{t('docs.deliveryNote')}</p>
      </section>
      <section>
        <h2>{t('docs.node')}</h2>
        <pre tabIndex={0}>{nodeExample(origin)}</pre>
      </section>
      <section>
        <h2>{t('docs.errors')}</h2>
        <p>{t('docs.errorsNote')}</p>
      </section>
      <section>
        <h2>{t('docs.limits')}</h2>
        <p>{t('docs.limitsNote')}</p>
      </section>
      <section>
        <h2>{t('docs.calls')}</h2>
        <dl>
          {Object.entries(callsByScope).map(([scope, calls]) => (
            <div key={scope}>
              <dt>
                <code>{scope}</code>
              </dt>
              {calls.map((each) => (
                <dd key={each}>
                  <code>{each}</code>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </section>
      <a href="/api/docs" target="_blank" rel="noreferrer">
        {t('docs.all')}
      </a>
    </div>
  );
}
