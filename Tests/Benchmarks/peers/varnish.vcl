vcl 4.1;

backend default {
  .host = "127.0.0.1";
  .port = "UPSTREAM";
  .first_byte_timeout = 60s;
  .between_bytes_timeout = 60s;
}

sub vcl_backend_response {
  if (bereq.url ~ "^/v1/labels/[^/]+/next") {
    # Its head comes at once: who waits for the rest must take no thread meanwhile.
    set beresp.do_stream = false;
    # What is over is asked for again by one, and shown to nobody.
    set beresp.grace = 0s;
  }
}
