import { Navigate } from 'react-router-dom';

/** The list of adjustments, on the tab of those that give money back. */
export default function BillRefundsPage() {
  return <Navigate to="/MemberBillAdjustment?view=refunds" replace />;
}
