import { Navigate } from 'react-router-dom';

/** Orders whose refund is asked for or refused, as a tab of the list of orders. */
export default function RefundOrdersPage() {
  return <Navigate to="/Order?view=refunds" replace />;
}
