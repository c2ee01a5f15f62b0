import { Navigate } from 'react-router-dom';

/** The senders of the address book, as a tab of its list. */
export default function ShipFromBookPage() {
  return <Navigate to="/AddressBook?view=shipFrom" replace />;
}
