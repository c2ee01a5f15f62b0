import { ReturnDesk } from './return-desk.tsx';

/** The scan page of returns at a shared station. */
export default function SharedReturnScanPage() {
  return (
    <div className="returns-page">
      <ReturnDesk />
    </div>
  );
}
