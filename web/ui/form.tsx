import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes.ts";

/** Field → sentence. */
export type FieldErrors = Record<string, string>;

interface FormProps {
  /** Receives what was typed. The browser's own checks are off: sentences come from us. */
  onSubmit: (data: FormData) => void;
  /** When they change, the first field at fault gets the focus. */
  errors?: Readonly<FieldErrors> | undefined;
  children: ReactNode;
  className?: string;
  label?: string;
  /** By which a button outside the form submits it. */
  id?: string;
}

export function Form({ onSubmit, errors, children, className, label, id }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return (
    <form
      ref={form}
      id={id}
      noValidate
      aria-label={label}
      className={classes("grid gap-4", className)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
    </form>
  );
}

/** The text of a form's field; a file or nothing is empty text. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
