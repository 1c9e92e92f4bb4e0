interface ProgressProps {
  /** The name of the action in progress. */
  label: string;
  /** From 0 to 1. */
  share: number;
}

export function Progress({ label, share }: ProgressProps) {
  const percent = Math.round(share * 100);
  return (
    <div className="grid gap-1">
      <p className="flex justify-between text-14 text-quiet">
        <span>{label}</span>
        <span>{percent}%</span>
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-pine transition-[width]"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
