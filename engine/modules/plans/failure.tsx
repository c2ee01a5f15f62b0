import { Link } from 'react-router-dom';
import { errorMessage, useHasPermission, WireError } from '../../kit/index.ts';
import { useWords } from './shared.ts';

/** Why something was refused; where the wallet has too little, with the way to fill it. */
export function Failure({ error }: { error: unknown }) {
  const t = useWords();
  const mayRecharge = useHasPermission('TenantRecharge:add');
  const isPoor = error instanceof WireError && error.issues.some(({ code }) => code === 'ledger.notEnough');
  return (
    <div role="alert" className="plans-failure">
      {error ? <p>{errorMessage(error)}</p> : null}
      {isPoor && mayRecharge ? (
        <Link className="button is-primary" to="/TenantRecharge/new">
          {t('goods.recharge')}
        </Link>
      ) : null}
    </div>
  );
}
