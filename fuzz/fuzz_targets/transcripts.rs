#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| parlour_properties::transcripts(input));
