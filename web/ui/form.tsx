import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { hasMessage, useMessages } from "../lib/messages.ts";
import { classes } from "./classes.ts";

/** The key of a message or a refusal, which follow the language; or a sentence as it came. */
export type FieldError = string | Error;

/** What is at fault, by the names of the fields. */
export type FieldErrors = Record<string, FieldError>;

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
  const [edited, setEdited] = useState<Edited>({ errors, names: [] });
  const mended = edited.errors === errors ? edited.names : [];
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
      onChange={({ target }) => {
        const name = Reflect.get(target, "name");
        if (errors && typeof name === "string" && Object.hasOwn(errors, name)) {
          setEdited({ errors, names: [...mended, name] });
        }
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      <Mended value={mended}>{children}</Mended>
    </form>
  );
}

interface Edited {
  errors: FormProps["errors"];
  names: readonly string[];
}

const Mended = createContext<readonly string[]>([]);

/** What is said of a field at fault, in the language in force. Nothing once it was edited. */
export function useFieldError(name = "", found?: FieldError): string | undefined {
  const { t } = useMessages();
  if (use(Mended).includes(name) || found === undefined) return undefined;
  if (found instanceof Error) return sentenceOfFailure(found);
  return hasMessage(found) ? t(found) : found;
}

/** The text of a form's field; a file or nothing is empty text. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}

/** The same in one line, however many were typed or pasted; calls take no more in such a field. */
export const lineOf = (data: FormData, name: string): string =>
  textOf(data, name).replaceAll(/\s+/g, " ").trim();
